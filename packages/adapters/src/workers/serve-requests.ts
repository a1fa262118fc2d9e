import { type MessagePort, parentPort } from 'node:worker_threads'

type Handle<Request, Result> = (request: Request) => Result | Promise<Result>
type Post = (message: object) => void

/** The worker's side of {@link RestartingWorker}, in a thread or a process. */
export function serveRequests<Request, Result>(handle: Handle<Request, Result>): void {
  if (parentPort) {
    serveOn(parentPort, handle)
    return
  }
  // A parent's death is reported by `disconnect`, not by a send error.
  const post = (message: object) => process.send?.(message, undefined, undefined, () => undefined)
  process.on('message', (message) => reply(message, handle, post))
  process.once('disconnect', () => process.exit(0))
}

/** The same for the thread that has the other end of a port. */
export function serveOn<Request, Result>(port: MessagePort, handle: Handle<Request, Result>): void {
  port.on('message', (message) => reply(message, handle, (answer) => port.postMessage(answer)))
}

async function reply<Request, Result>(
  message: unknown,
  handle: Handle<Request, Result>,
  post: Post,
): Promise<void> {
  const { id, request } = readRequest<Request>(message)
  try {
    post({ id, value: await handle(request) })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    post({ id, failure, isDefect: error instanceof TypeError || error instanceof ReferenceError })
  }
}

/** Safe: only `RestartingWorker` of our process, with the same types, writes to this channel. */
function readRequest<Request>(message: unknown): { readonly id: number; readonly request: Request } {
  return message as { id: number; request: Request }
}
