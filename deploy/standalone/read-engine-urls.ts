import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { EngineUrls } from './real-engines.ts'

const UrlsFile = z.object({ urls: z.record(z.string(), z.string()) })

/** URLs from a file such as `npm run engines -- up` writes. Throws one sentence if invalid. */
export async function readEngineUrls(file: string): Promise<EngineUrls> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason =
      cause.code === 'ENOENT'
        ? 'is not there: npm run engines -- up writes one'
        : `cannot be read (${cause.message})`
    throw new Error(`The file of engine addresses, ${file}, ${reason}.`, { cause })
  })
  try {
    return UrlsFile.parse(JSON.parse(text)).urls
  } catch (cause) {
    throw new Error(
      `${file} does not hold engine addresses: { "urls": { "kafka": "kafka://…" } } is expected.`,
      { cause },
    )
  }
}
