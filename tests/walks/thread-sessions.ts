import type { Session } from 'node:inspector/promises'

/** A call of the inspector of a thread. */
export type Post = (method: string, params?: object) => Promise<unknown>

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** The inspectors of this process's threads, by way of its own ("NodeWorker" of its protocol). */
export class ThreadSessions {
  readonly #session: Session
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #ids: string[] = []
  #lastId = 0

  private constructor(session: Session) {
    this.#session = session
    session.on('NodeWorker.attachedToWorker', ({ params }) => this.#ids.push(params.sessionId))
    session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => this.#receive(params.message))
  }

  /** Of the threads that run now. */
  static async open(session: Session): Promise<ThreadSessions> {
    const threads = new ThreadSessions(session)
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
    return threads
  }

  get posts(): Post[] {
    return this.#ids.map((sessionId) => async (method, params) => {
      const id = ++this.#lastId
      const pending = Promise.withResolvers<unknown>()
      this.#pending.set(id, pending)
      const message = JSON.stringify({ id, method, params })
      await this.#session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
      return pending.promise
    })
  }

  /** Events are of no interest. */
  #receive(message: string): void {
    const { id, result, error }: Answer = JSON.parse(message)
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) pending?.reject(new Error(error.message))
    else pending?.resolve(result)
  }
}
