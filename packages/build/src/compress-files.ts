import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesBelow } from './file-tree.ts'

const compressedBytesMin = 1024

/** Writes `<file>.br` and `<file>.gz` beside every text file large enough to gain from it. */
export async function compressFiles(folder: string): Promise<void> {
  for (const file of (await filesBelow(folder)).filter((name) =>
    /\.(m?js|css|svg|json|txt|wasm|ttf)$/.test(name),
  )) {
    const path = join(folder, file)
    const content = await readFile(path)
    if (content.length < compressedBytesMin) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    const [small, zipped] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)])
  }
}
