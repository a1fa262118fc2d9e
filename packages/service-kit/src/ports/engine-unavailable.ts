/** An engine behind a port is unavailable; `message` is one sentence for people. */
export class EngineUnavailable extends Error {
  override readonly name: string = 'EngineUnavailable'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
