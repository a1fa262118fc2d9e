import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { mailFolder } from '@portal/deploy/standalone/data-folder'
import type { PortalOptions } from '@portal/deploy/standalone/portal-options'
import { consoleProgress } from '@portal/deploy/standalone/progress'
import { runInProcess } from '@portal/deploy/standalone/run-in-process'
import { startPortal } from '@portal/deploy/standalone/start-portal'
import { takePictures } from './take-pictures.ts'

// `npm run screens`: starts a demo portal and photographs every page for every viewer.
const folder = resolve('screens')
const dataFolder = await mkdtemp(join(tmpdir(), 'portal-screens-'))
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
    limits: {},
  }
  const portal = await startPortal({ options, run: runInProcess, progress, halted: halt.signal })
  try {
    await rm(folder, { recursive: true, force: true })
    const photos = await takePictures({
      portal,
      folder,
      mailFolder: mailFolder(dataFolder),
      progress,
      halted: halt.signal,
    })
    for (const { file } of photos.filter(({ isTooWide }) => isTooWide))
      progress.note(`${file} scrolls sideways`)
    console.log(`\n${photos.length} pictures: ${join(folder, 'index.html')}`)
  } finally {
    await portal.stop()
  }
} finally {
  await rm(dataFolder, { recursive: true, force: true })
}
