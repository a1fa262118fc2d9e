import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const busy = 5
const everyMs = 300

/**
 * Waits for the file's lock and holds it until disposed. It is a SQLite lock, so the kernel
 * releases it when the process dies. Calls `waiting` once if another process holds it.
 */
export async function takeLock(file: string, waiting: () => void): Promise<Disposable> {
  const lock = new DatabaseSync(file)
  for (let isFirst = true; !tryLock(lock); isFirst = false) {
    if (isFirst) waiting()
    await pause(everyMs)
  }
  return { [Symbol.dispose]: () => lock.close() }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false
    throw error
  }
}
