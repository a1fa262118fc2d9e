import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mailFolder, removeDataFolder } from '@portal/deploy/standalone/data-folder'
import type { PortalOptions } from '@portal/deploy/standalone/portal-options'
import { consoleProgress } from '@portal/deploy/standalone/progress'
import { runInProcess } from '@portal/deploy/standalone/run-in-process'
import { startPortal } from '@portal/deploy/standalone/start-portal'
import { takePictures } from './take-pictures.ts'

// `npm run screens`: starts a demo portal and photographs every page for every viewer. Arguments
// after `--` name some, as `admin/library`; with `--data <folder>` the portal's data is kept.
const { values, positionals: wanted } = parseArgs({
  options: { data: { type: 'string' } },
  allowPositionals: true,
})
const folder = resolve('screens')
const dataFolder = values.data ? resolve(values.data) : await mkdtemp(join(tmpdir(), 'portal-screens-'))
const progress = consoleProgress()
const halt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => halt.abort())

try {
  const options: PortalOptions = {
    port: 0,
    dataFolder,
    isReset: false,
    hasDemo: true,
    engines: { kind: 'embedded' },
    chosen: {},
    mailer: null,
    // Six people log in at once from one address.
    limits: { RATE_LOGIN: '600/600' },
  }
  const portal = await startPortal({ options, run: runInProcess, progress, halted: halt.signal })
  try {
    if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
    const photos = await takePictures({
      portal,
      folder,
      wanted,
      mailFolder: mailFolder(dataFolder),
      progress,
      halted: halt.signal,
    })
    console.log(`\n${photos.length} pictures: ${join(folder, 'index.html')}`)
  } finally {
    await portal.stop()
  }
} finally {
  if (values.data === undefined) await removeDataFolder(dataFolder, () => undefined)
}
