import { loadReaders } from './serve-files.ts'

/**
 * Takes the account that the parent chose if it is root. What that account could not read any more
 * is loaded before.
 */
export async function dropRoot([uid, code]: readonly string[]): Promise<void> {
  if (uid === undefined) return
  if (code === 'closed') await loadReaders()
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}
