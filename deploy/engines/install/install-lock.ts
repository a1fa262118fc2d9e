import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const busy = 5
const everyMs = 300

/**
 * Runs `work` while no other process does with the same file. SQLite's lock is the kernel's: it ends with the process that holds it, so a
 * killed install leaves nothing to clean up. `waiting` is called once when another one is at it.
 */
export async function whileLocked<T>(
  file: string,
  { waiting, work }: { waiting: () => void; work: () => Promise<T> },
): Promise<T> {
  const lock = new DatabaseSync(file)
  try {
    for (let isFirst = true; !tryLock(lock); isFirst = false) {
      if (isFirst) waiting()
      await pause(everyMs)
    }
    return await work()
  } finally {
    lock.close()
  }
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
