/** Time limits of a model. */
export interface AnswerLimits {
  /** To the first word, retries included. */
  readonly firstTokenMs: number
  readonly silenceMs: number
  readonly answerMs: number
}

/** Abort reason of a deadline; the message completes "The model … ". */
export class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

/** Aborts `signal` when the asker disconnects or a limit passes, until it is disposed of. */
export interface AnswerDeadline extends Disposable {
  readonly signal: AbortSignal
  goOn(): void
}

/** Starts the deadline of an answer. */
export function answerDeadline(limits: AnswerLimits, asker: AbortSignal | undefined): AnswerDeadline {
  const late = new AbortController()
  const after = (ms: number, what: string) =>
    setTimeout(() => late.abort(new TooSlow(`${what} within ${ms / 1000} s`)), ms)
  const whole = after(limits.answerMs, 'did not finish its answer')
  let step = after(limits.firstTokenMs, 'did not begin to answer')
  return {
    signal: AbortSignal.any([late.signal, ...(asker ? [asker] : [])]),
    goOn: () => {
      clearTimeout(step)
      step = after(limits.silenceMs, 'fell silent')
    },
    [Symbol.dispose]: () => {
      clearTimeout(whole)
      clearTimeout(step)
    },
  }
}
