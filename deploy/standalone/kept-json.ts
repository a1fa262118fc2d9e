import { readFile, rename, writeFile } from 'node:fs/promises'
import type { z } from 'zod'

/** What an earlier start kept in a file, or null when there is none. Throws one sentence for a file that is there and of no use. */
export async function readKeptJson<Content>(
  file: string,
  schema: z.ZodType<Content>,
): Promise<Content | null> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw new Error(`${file} cannot be read (${cause.message}).`, { cause })
  })
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(
      `${file} does not hold what the portal wrote there. Restore it, or start afresh with --reset, which removes all data.`,
      { cause },
    )
  }
}

/** Keeps content for the next start, readable by its owner alone: the whole file or the old one, also when power fails. */
export async function writeKeptJson(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}
