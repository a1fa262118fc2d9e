import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesBelow } from './file-tree.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const compressible = /\.(js|css|svg|json|txt)$/
const bytesMin = 1024

/** Writes `<file>.br` and `<file>.gz` beside every text file large enough to gain from it. */
export async function compressFiles(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter((file) => compressible.test(file))
  for (const file of files) {
    const content = await readFile(join(folder, file))
    if (content.length < bytesMin) continue
    const [small, zipped] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      zip(content, { level: 9 }),
    ])
    await writeFile(join(folder, `${file}.br`), small)
    await writeFile(join(folder, `${file}.gz`), zipped)
  }
}
