import { setTimeout as pause } from 'node:timers/promises'

/** Resolves after `ms` milliseconds, or as soon as `halted` is aborted. Never rejects. */
export async function sleep(ms: number, halted?: AbortSignal): Promise<void> {
  if (ms > 0) await pause(ms, undefined, halted && { signal: halted }).catch(() => 'halted')
}

/** Bounds of an exponential backoff, in milliseconds. */
export interface BackoffBounds {
  readonly firstMs: number
  readonly maxMs: number
}

/**
 * Milliseconds to wait after `attempt`, counted from 1: doubling from `firstMs` to `maxMs`, with
 * equal jitter (full jitter would bunch retries at zero).
 */
export function backoff(attempt: number, { firstMs, maxMs }: BackoffBounds): number {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, 30))
  return whole / 2 + (Math.random() * whole) / 2
}

/** `failed` gets each error and its attempt, counted from 1; throwing ends the retries. */
export interface RetryOptions extends BackoffBounds {
  readonly halted?: AbortSignal
  readonly failed: (error: unknown, attempt: number) => void
}

/** Calls `work` with backoff until it succeeds. Resolves to null once `halted` is aborted. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T | null> {
  for (let attempt = 1; !options.halted?.aborted; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      options.failed(error, attempt)
    }
    await sleep(backoff(attempt, options), options.halted)
  }
  return null
}

/**
 * Calls `work` every `periodMs`, skipping calls while it runs; `failed` gets its errors. Does not
 * keep the process alive. `stop` resolves after the current call.
 */
export function every(
  periodMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .then(() => undefined, failed)
      .finally(() => {
        running = null
      })
  }, periodMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** An interruptible sleep for one sleeper. A ring while nobody sleeps ends the next at once. */
export class Alarm {
  #bell = new AbortController()

  /** Ends the current or else the next sleep. */
  ring(): void {
    this.#bell.abort()
  }

  /** Resolves after `ms` milliseconds or as soon as it rings. */
  async sleep(ms: number): Promise<void> {
    await sleep(ms, this.#bell.signal)
    this.#bell = new AbortController()
  }
}
