import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { runCommand } from '../run-command.ts'
import { buildImages, buildRemoteImage, imageNames } from './build-images.ts'
import { unpackImage } from './oci/unpack-image.ts'
import { sizeTable } from './size-table.ts'

// `npm run images [-- --folder <folder>] [--table] [--unpack <folder>]`: both images as OCI layouts
// with their bills of materials; `--table` writes their sizes into bench/results, `--unpack` their
// files, for deploy/images/Dockerfile. `--remote <name>` builds the image of that remote alone.
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', default: join('.portal', 'images') },
      table: { type: 'boolean', default: false },
      unpack: { type: 'string' },
      remote: { type: 'string' },
    },
  })
  const { version } = JSON.parse(await readFile(join(workspaceRoot, 'package.json'), 'utf8'))
  const folder = resolve(values.folder)
  const { remote } = values
  const options = { folder, version, node: process.execPath, note: console.log }
  const images = remote === undefined ? await buildImages(options) : [await buildRemoteImage(options, remote)]
  for (const { name, digest } of images) console.log(`${name} ${digest}`)
  const table = sizeTable(images)
  console.log(table)
  if (values.table) await writeFile(join(workspaceRoot, 'bench', 'results', 'images.md'), table)
  if (values.unpack !== undefined)
    for (const name of remote === undefined ? imageNames : [`remote-${remote}`])
      await unpackImage(join(folder, name), resolve(values.unpack, name))
  console.log(`The layouts and bills of materials are in ${folder}.`)
})
