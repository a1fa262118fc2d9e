import { readFile, rename, writeFile } from 'node:fs/promises'
import { SupervisorAccess } from './supervisor-order.ts'

/** Atomic, by rename. Mode 600: it contains a secret. */
export async function writeRunFile(file: string, access: SupervisorAccess): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(access, null, 2), { mode: 0o600 })
  await rename(draft, file)
}

/** Null if there is none. The supervisor may have died since. */
export async function readRunFile(file: string): Promise<SupervisorAccess | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Unreadable is not absent: a supervisor may be running.
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : SupervisorAccess.parse(JSON.parse(text))
}
