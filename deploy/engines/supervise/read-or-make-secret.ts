import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** The secret that the file holds from now on: 192 random bits, mode 600. */
export async function readOrMakeSecret(file: string): Promise<string> {
  const fresh = randomBytes(24).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
