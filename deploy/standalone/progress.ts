import { keepTrying } from '../keep-trying.ts'

/** Runs a step and prints a line when it is done; `note` prints a remark. */
export interface Progress {
  <T>(step: string, work: () => Promise<T>): Promise<T>
  readonly note: (line: string) => void
}

/** Prints each step with its duration in seconds. */
export function consoleProgress(write: (line: string) => void = console.log): Progress {
  const run = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    write(`  ${step} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    return result
  }
  return Object.assign(run, { note: (line: string) => write(`    ${line}`) })
}

/**
 * Tries a step again while what it needs is away. Once `halted` is aborted, starts no step and
 * stops waiting for the current one: it rejects with the signal's reason.
 */
export function persistent(progress: Progress, halted: AbortSignal): Progress {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  stopped.catch(() => 'only the running step awaits it')
  halted.addEventListener('abort', () => reject(halted.reason), { once: true })
  const run = <T>(step: string, work: () => Promise<T>): Promise<T> =>
    progress(step, () => {
      halted.throwIfAborted()
      return Promise.race([keepTrying(work, { halted, note: progress.note }), stopped])
    })
  return Object.assign(run, { note: progress.note })
}
