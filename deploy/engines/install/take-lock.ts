import { DatabaseSync } from 'node:sqlite'
import { sleep } from '@portal/service-kit/sleep'

const busy = 5
const everyMs = 300

/**
 * Waits until no other process holds the file's lock and takes it, until it is disposed of or this process ends: SQLite's lock is the
 * kernel's, so one that was killed leaves nothing to clean up. `waiting` is called once when another one holds it.
 */
export async function takeLock(file: string, waiting: () => void): Promise<Disposable> {
  const lock = new DatabaseSync(file)
  for (let isFirst = true; !tryLock(lock); isFirst = false) {
    if (isFirst) waiting()
    await sleep(everyMs)
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
