/** A sleep that can be ended early. Ringing while nobody sleeps ends the next sleep at once, so no hint is lost. One sleeper at a time. */
export class Alarm {
  #isRung = false
  #wake: (() => void) | null = null

  /** Ends the present or else the next sleep. */
  ring(): void {
    this.#isRung = true
    this.#wake?.()
  }

  /** Resolves after `ms` milliseconds or as soon as it rings. */
  async sleep(ms: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = null
    this.#isRung = false
  }
}

/** Resolves after `ms` milliseconds or as soon as `halted` is aborted; any number may rest on one signal. */
export async function rest(ms: number, halted: AbortSignal): Promise<void> {
  if (halted.aborted || ms <= 0) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      halted.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    halted.addEventListener('abort', end)
  })
}

/** Milliseconds to wait before try number `attempt` + 1 (attempt counts from 1): doubling from `firstMs` to `maxMs`, spread by half (full jitter would bunch retries at zero). */
export function growingPause(attempt: number, bounds: { firstMs: number; maxMs: number }): number {
  const whole = Math.min(bounds.maxMs, bounds.firstMs * 2 ** Math.min(attempt - 1, 30))
  return whole / 2 + (Math.random() * whole) / 2
}
