import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mailFolder } from '@portal/deploy/standalone/data-folder'
import { takePictures } from './take-pictures.ts'
import { withDemoPortal } from './with-demo-portal.ts'

// `npm run screens`: starts a demo portal and photographs every page for every viewer. Arguments
// after `--` name some, as `admin/library`; with `--data <folder>` the portal's data is kept, with
// `--brief` each width is taken in one theme alone.
const { values, positionals: wanted } = parseArgs({
  options: { data: { type: 'string' }, brief: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const folder = resolve('screens')

await withDemoPortal(values.data ? resolve(values.data) : null, async ({ dataFolder, ...demo }) => {
  if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
  const order = { folder, wanted, mailFolder: mailFolder(dataFolder), isBrief: values.brief }
  const photos = await takePictures({ ...demo, ...order })
  console.log(`\n${photos.length} pictures: ${join(folder, 'index.html')}`)
})
