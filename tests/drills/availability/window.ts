import type { Sample } from './others.ts'

/** What others got from the portal in a while. */
export class Window {
  readonly #samples: readonly Sample[]

  constructor(samples: readonly Sample[]) {
    this.#samples = samples
  }

  static of(windows: readonly Window[]): Window {
    return new Window(windows.flatMap((window) => window.#samples))
  }

  /** The 99th percentile of what requests took, in milliseconds. */
  get p99(): number {
    const ascending = this.#samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    return ascending[Math.ceil(ascending.length * 0.99) - 1] ?? Number.NaN
  }

  /** Answers other than 200. */
  get failures(): readonly number[] {
    return this.#samples.map(({ status }) => status).filter((status) => status !== 200)
  }

  /** From the first failed request to the end of the last, in words. */
  get errors(): string {
    const failed = this.#samples.filter(({ status }) => status !== 200)
    if (failed.length === 0) return `no error in ${this.#samples.length} requests`
    const from = Math.min(...failed.map(({ beganAt }) => beganAt))
    const to = Math.max(...failed.map(({ beganAt, tookMs }) => beganAt + tookMs))
    return `errors for ${((to - from) / 1000).toFixed(1)} s (${failed.length} of ${this.#samples.length})`
  }
}
