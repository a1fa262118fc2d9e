import { scryptSync } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Derivation } from './password-hash.ts'

// On Linux a priority belongs to a thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

parentPort?.on('message', ({ password, salt, options, keyBytes }: Derivation & { keyBytes: number }) => {
  parentPort?.postMessage(scryptSync(password, salt, keyBytes, options))
})
