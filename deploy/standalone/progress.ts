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
