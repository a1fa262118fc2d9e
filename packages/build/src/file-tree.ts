import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Every file below a folder, as sorted paths with forward slashes. An absent folder has none. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** Subresource Integrity of a content: `sha384-<base64>` (https://www.w3.org/TR/SRI/). */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** Hexadecimal SHA-256 over names and contents of files and folders, without tests. */
export async function digestOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const inner = await filesBelow(path).catch((error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return ['']
      throw error
    })
    for (const file of inner.filter((name) => !/\.test\.tsx?$/.test(name))) {
      hash.update(`${path}\0${file}\0`)
      hash.update(await readFile(join(path, file)))
    }
  }
  return hash.digest('hex')
}
