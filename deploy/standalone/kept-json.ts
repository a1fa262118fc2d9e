import { readFile, rename, writeFile } from 'node:fs/promises'
import type { z } from 'zod'

/** Content kept by an earlier start, or null. Throws one sentence for an invalid file. */
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

/** Replaces the file atomically, even on power loss; mode 600. */
export async function writeKeptJson(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}
