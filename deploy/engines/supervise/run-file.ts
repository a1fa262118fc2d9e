import { readFile, rename, writeFile } from 'node:fs/promises'
import { SupervisorAccess } from './supervisor-order.ts'

/** Written under another name and renamed, so that it is never found incomplete. Mode 600: it holds a secret. */
export async function writeRunFile(file: string, access: SupervisorAccess): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(access, null, 2), { mode: 0o600 })
  await rename(draft, file)
}

/** What the last supervisor wrote; null when there is none. It may have been killed since. */
export async function readRunFile(file: string): Promise<SupervisorAccess | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // A file that cannot be read is a supervisor that cannot be reached, not one that never was.
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : SupervisorAccess.parse(JSON.parse(text))
}
