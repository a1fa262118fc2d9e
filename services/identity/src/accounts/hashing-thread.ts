import { scryptSync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Derivation } from './password-hash.ts'

/** A third of the share of other threads: less, and a busy machine would let nobody log in. */
const niceness = 5

// On Linux a priority belongs to a thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(0, niceness)

parentPort?.on('message', ({ password, salt, options, keyBytes }: Derivation & { keyBytes: number }) => {
  parentPort?.postMessage(scryptSync(password, salt, keyBytes, options))
})
