const running = new Map<string, Promise<unknown>>()

/**
 * Does what belongs to the same matter one after the other within this process, and resolves or
 * rejects as `work` does. Work whose signal aborts while it waits is not begun: that rejects with
 * its reason.
 */
export async function oneAtATime<T>(matter: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = running.get(matter)
  // Whether the one before succeeded is its own affair.
  const mine = (before ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => {
      signal.throwIfAborted()
      return work()
    })
  running.set(matter, mine)
  try {
    return await mine
  } finally {
    if (running.get(matter) === mine) running.delete(matter)
  }
}
