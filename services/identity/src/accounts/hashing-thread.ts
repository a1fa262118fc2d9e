import { scryptSync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import type { Derivation } from './password-hash.ts'

// Not more than that: a busy machine would let nobody log in.
yieldToRequests('awaited')

parentPort?.on('message', ({ password, salt, options, keyBytes }: Derivation & { keyBytes: number }) => {
  parentPort?.postMessage(scryptSync(password, salt, keyBytes, options))
})
