/** Time limits of a model. */
export interface AnswerLimits {
  /** To the first word, retries included. */
  readonly firstTokenMs: number
  readonly silenceMs: number
  readonly answerMs: number
}

/** Abort reason of {@link AnswerDeadline}; the message completes "The model … ". */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** Aborts `signal` when the asker disconnects or a limit passes. `end` must be called. */
export class AnswerDeadline {
  readonly signal: AbortSignal
  readonly #limits: AnswerLimits
  readonly #controller = new AbortController()
  readonly #whole: NodeJS.Timeout
  #step: NodeJS.Timeout

  constructor(limits: AnswerLimits, asker: AbortSignal | undefined) {
    this.#limits = limits
    this.signal = asker ? AbortSignal.any([asker, this.#controller.signal]) : this.#controller.signal
    this.#whole = this.#after(limits.answerMs, 'did not finish its answer')
    this.#step = this.#after(limits.firstTokenMs, 'did not begin to answer')
  }

  goOn(): void {
    clearTimeout(this.#step)
    this.#step = this.#after(this.#limits.silenceMs, 'fell silent')
  }

  end(): void {
    clearTimeout(this.#whole)
    clearTimeout(this.#step)
  }

  #after(ms: number, what: string): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(new TooSlow(`${what} within ${ms / 1000} s`)), ms)
  }
}
