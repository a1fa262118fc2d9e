import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mailFolder } from '@portal/deploy/standalone/data-folder'
import { takePictures } from './take-pictures.ts'
import { withDemoPortal } from './with-demo-portal.ts'

// `npm run screens`: starts a demo portal and photographs every page for every viewer. Arguments
// after `--` name some, as `admin/library`; with `--data <folder>` the portal's data is kept.
const { values, positionals: wanted } = parseArgs({
  options: { data: { type: 'string' } },
  allowPositionals: true,
})
const folder = resolve('screens')

await withDemoPortal(values.data ? resolve(values.data) : null, async ({ dataFolder, ...demo }) => {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  const photos = await takePictures({ ...demo, folder, wanted, mailFolder: mailFolder(dataFolder) })
  console.log(`\n${photos.length} pictures: ${join(folder, 'index.html')}`)
})
