/** Retries per container; global, because shell and containers are built separately. */
const attemptsKey = Symbol.for('portal.load-attempts')

function attempts(): Map<string, number> {
  // Safe: only this function writes under this symbol.
  const page = globalThis as { [attemptsKey]?: Map<string, number> }
  page[attemptsKey] ??= new Map()
  return page[attemptsKey]
}

/**
 * Query suffix for a container's files: empty at first, `?attempt=<n>` after a retry. Browsers
 * share a hanging or corrupt response among all requests for one URL (preload, cache, cache lock),
 * so a retry needs another URL.
 */
export function attemptSuffix(container: string): string {
  const count = attempts().get(container)
  return count === undefined ? '' : `?attempt=${count}`
}

/** Gives a container's files new URLs. Starting at the time avoids earlier corrupt files. */
export function beginAttempt(container: string, start: number = Date.now()): void {
  attempts().set(container, (attempts().get(container) ?? start) + 1)
}
