import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of the corpus. `name` is its path within it. */
export interface CorpusFile {
  readonly name: string
  readonly content: Uint8Array
}

/** Every PDF, DOCX, DOC and TXT below a folder, by name. */
export async function readCorpus(folder: string): Promise<CorpusFile[]> {
  const names = await readdir(folder, { recursive: true })
  const wanted = names.filter((name) => /\.(?:pdf|docx?|txt)$/i.test(name)).toSorted()
  return Promise.all(wanted.map(async (name) => ({ name, content: await readFile(join(folder, name)) })))
}
