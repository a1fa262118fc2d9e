import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'

/** A thread or process as {@link RestartingWorker} sees it. */
export interface WorkerEnd {
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Resolves once, however it ended, with what completes "It stopped: …". */
  readonly ended: Promise<string>
  /** Ends it, gracefully first; resolves when it is gone. */
  stop(): Promise<void>
}

/**
 * Calls to a worker with structured-clonable requests. When the worker ends, calls in progress
 * reject with {@link EngineUnavailable} and the next one starts a new worker. An error thrown in
 * the worker rejects that call alone; programming errors stay internal.
 */
export class RestartingWorker<Request, Result> {
  readonly #engine: string
  readonly #start: () => WorkerEnd
  readonly #pending = new Map<number, PromiseWithResolvers<Result>>()
  #worker: WorkerEnd | undefined
  #lastId = 0
  #isClosed = false

  constructor(engine: string, start: () => WorkerEnd) {
    this.#engine = engine
    this.#start = start
  }

  call(request: Request): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new EngineUnavailable(`The ${this.#engine} is closed.`, 5))
    const worker = this.#running()
    const id = ++this.#lastId
    const pending = Promise.withResolvers<Result>()
    this.#pending.set(id, pending)
    worker.send({ id, request })
    return pending.promise
  }

  /** Ends the worker; calls in progress reject. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.stop()
  }

  #running(): WorkerEnd {
    if (this.#worker) return this.#worker
    const worker = this.#start()
    this.#worker = worker
    worker.onMessage((message) => this.#settle(message))
    void worker.ended.then((reason) => {
      this.#worker = undefined
      const error = new EngineUnavailable(`The ${this.#engine} stopped: ${reason}.`, 1)
      for (const pending of this.#pending.values()) pending.reject(error)
      this.#pending.clear()
    })
    return worker
  }

  #settle(message: unknown): void {
    const result = readResult<Result>(message)
    const pending = this.#pending.get(result.id)
    this.#pending.delete(result.id)
    if (result.failure === undefined) pending?.resolve(result.value)
    else {
      const sentence = `The ${this.#engine} failed: ${result.failure}`
      pending?.reject(result.isDefect ? new Error(sentence) : new EngineUnavailable(sentence, 5))
    }
  }
}

type ResultMessage<Result> = { readonly id: number } & (
  | { readonly value: Result; readonly failure?: undefined }
  | { readonly failure: string; readonly isDefect: boolean }
)

/** Safe: only `serveRequests` in our own worker, with the same types, writes to this channel. */
function readResult<Result>(message: unknown): ResultMessage<Result> {
  return message as ResultMessage<Result>
}
