import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import { checkUploadedFile, type UploadedFile } from './file-gate.ts'

// Judges the file that it was started with, sends the result and ends. Safe: only
// store-upload.ts starts it.
yieldToRequests('awaited')
parentPort?.postMessage(checkUploadedFile(workerData as UploadedFile))
