import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from '../../threads/yield-to-requests.ts'
import { parseForm } from './parse-form.ts'

// Reads the form that it was started with, sends it and ends. Safe: only read-input.ts starts
// it.
yieldToRequests('awaited')
const { bytes, type } = workerData as { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string }
const form = await parseForm(bytes, type)
parentPort?.postMessage(
  form,
  form.files.map(({ content }) => content.buffer),
)
