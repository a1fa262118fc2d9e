import { parentPort } from 'node:worker_threads'

/** The worker's side of {@link RestartingWorker}, in a thread or a process. */
export function serveRequests<Request, Result>(handle: (request: Request) => Result | Promise<Result>): void {
  const reply = async (message: unknown): Promise<void> => {
    const { id, request } = readRequest<Request>(message)
    try {
      post({ id, value: await handle(request) })
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      post({ id, failure, isDefect: error instanceof TypeError || error instanceof ReferenceError })
    }
  }
  if (parentPort) {
    parentPort.on('message', reply)
    return
  }
  process.on('message', reply)
  process.once('disconnect', () => process.exit(0))
}

function post(message: object): void {
  if (parentPort) parentPort.postMessage(message)
  // A parent's death is reported by `disconnect`, not by a send error.
  else process.send?.(message, undefined, undefined, () => undefined)
}

/** Safe: only `RestartingWorker` of our process, with the same types, writes to this channel. */
function readRequest<Request>(message: unknown): { readonly id: number; readonly request: Request } {
  return message as { id: number; request: Request }
}
