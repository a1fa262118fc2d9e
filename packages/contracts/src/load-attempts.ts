/** How often each container was asked for anew in this page; on the page, because shell and containers are built apart. */
const attemptsKey = Symbol.for('portal.load-attempts')

function attempts(): Map<string, number> {
  // Safe: the key is a symbol of our own and only this function writes under it.
  const page = globalThis as { [attemptsKey]?: Map<string, number> }
  page[attemptsKey] ??= new Map()
  return page[attemptsKey]
}

/**
 * What to append to the addresses of a container's files: nothing at first, `?attempt=<n>` once it was asked for anew. A browser hands a
 * hanging or corrupt answer to everyone who asks for the same address (preload, cache, cache lock), so a retry needs another one.
 */
export function attemptSuffix(container: string): string {
  const count = attempts().get(container)
  return count === undefined ? '' : `?attempt=${count}`
}

/** Gives a container's files new addresses from now on. The start value keeps a corrupt file of an earlier visit out of the way. */
export function beginAttempt(container: string, start: number = Date.now()): void {
  attempts().set(container, (attempts().get(container) ?? start) + 1)
}
