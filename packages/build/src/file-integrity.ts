import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from './file-tree.ts'

/** Subresource Integrity of a content: `sha384-<base64>` (https://www.w3.org/TR/SRI/). */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/**
 * The integrity of every file below a folder, by path. Compressed twins are left out: browsers
 * check the unpacked content.
 */
export async function folderIntegrity(folder: string): Promise<Record<string, string>> {
  const files = (await filesBelow(folder)).filter((file) => !/\.(br|gz)$/.test(file))
  const pairs = await Promise.all(
    files.map(async (file) => [file, integrityOf(await readFile(join(folder, file)))] as const),
  )
  return Object.fromEntries(pairs)
}
