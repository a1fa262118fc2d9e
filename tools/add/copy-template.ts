import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fillIn, type PartNames } from './part-names.ts'

/**
 * Writes a template's files into the checkout. Returns their relative paths. Throws, before writing
 * anything, if one of them exists.
 */
export async function copyTemplate(
  checkout: string,
  template: 'service' | 'remote',
  names: PartNames,
): Promise<string[]> {
  const from = join(import.meta.dirname, 'templates', template)
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
  const written: string[] = []
  for (const file of files) {
    const path = fillIn(file, names)
    const content = fillIn(await readFile(join(from, file), 'utf8'), names)
    await mkdir(dirname(join(checkout, path)), { recursive: true })
    await writeFile(join(checkout, path), content, { flag: 'wx' })
    written.push(path)
  }
  return written
}
