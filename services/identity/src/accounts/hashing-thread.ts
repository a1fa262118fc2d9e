import { parentPort } from 'node:worker_threads'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import { type Derivation, deriveHere } from './key-derivation.ts'

// Not more than that: a busy machine would let nobody log in.
yieldToRequests('awaited')

parentPort?.on('message', (one: Derivation) => parentPort?.postMessage(deriveHere(one)))
