import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import { cutText } from './cut-text.ts'
import { type PackedBlocks, unpackBlocks } from './packed-blocks.ts'

// Cuts the text that it was started with, sends the result and ends.
// Safe: only cut-off-thread.ts starts it.
yieldToRequests()
parentPort?.postMessage(cutText(unpackBlocks(workerData as PackedBlocks)))
