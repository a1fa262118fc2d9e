/** An engine behind a port cannot answer now; `message` is one sentence, `retryAfterSeconds` says when to try again. */
export class EngineUnavailable extends Error {
  override readonly name: string = 'EngineUnavailable'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
