import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mailFolder } from '@portal/deploy/standalone/data-folder'
import type { Scheme } from './photograph.ts'
import { takePictures } from './take-pictures.ts'
import { withDemoPortal } from './with-demo-portal.ts'

// `npm run screens`: starts a demo portal and photographs every page for every viewer. Arguments
// after `--` name some, as `admin/library`; with `--data <folder>` the portal's data is kept, with
// `--brief light` (or dark) each width is taken in one theme alone, the widest in that one.
const { values, positionals: wanted } = parseArgs({
  options: { data: { type: 'string' }, brief: { type: 'string' } },
  allowPositionals: true,
})
const folder = resolve('screens')

await withDemoPortal(values.data ? resolve(values.data) : null, async ({ dataFolder, ...demo }) => {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  const order = { folder, wanted, mailFolder: mailFolder(dataFolder), brief: schemeOf(values.brief) }
  const photos = await takePictures({ ...demo, ...order })
  console.log(`\n${photos.length} pictures: ${join(folder, 'index.html')}`)
})

function schemeOf(brief: string | undefined): Scheme | null {
  if (brief === undefined || brief === 'light' || brief === 'dark') return brief ?? null
  throw new Error(`There is no theme "${brief}", only light and dark.`)
}
