/** Reports steps: calling it runs one and prints a line when it is done; `note` prints a remark. */
export interface Progress {
  <T>(step: string, work: () => Promise<T>): Promise<T>
  readonly note: (line: string) => void
}

/** Progress on standard output, with the seconds that each step took. */
export function consoleProgress(write: (line: string) => void = console.log): Progress {
  const run = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await work()
    write(`  ${step} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    return result
  }
  return Object.assign(run, { note: (line: string) => write(`    ${line}`) })
}

/** The same, but once `halted` is aborted no step begins, and the one that runs is no longer waited for. */
export function untilHalted(progress: Progress, halted: AbortSignal): Progress {
  const { promise: told, reject } = Promise.withResolvers<never>()
  told.catch(() => 'the running step hears of it')
  halted.addEventListener('abort', () => reject(new Error('Told to stop.')), { once: true })
  const run = <T>(step: string, work: () => Promise<T>): Promise<T> =>
    progress(step, () => {
      halted.throwIfAborted()
      return Promise.race([work(), told])
    })
  return Object.assign(run, { note: progress.note })
}
