export type ActKeys = ReturnType<typeof createActKeys>

/**
 * One idempotency key per act of a person; acts are compared by value. An act is tried again for
 * `triedMs`. What comes later is meant anew: the first may have worked in spite of its lost
 * response, and somebody may have undone it since.
 */
export function createActKeys(triedMs = 120_000) {
  const keys = new Map<string, { readonly key: string; readonly since: number }>()
  return {
    /**
     * The act's key, stable until it is settled or the time is over: a double click has one effect,
     * and so has a retry, whether a response was lost, came from the gateway alone, or refused.
     * `sent` is the key that it was sent with before the page was loaded.
     */
    keyOf(act: string, sent?: string): string {
      const known = keys.get(act)
      if (!sent && known && performance.now() - known.since < triedMs) return known.key
      const key = sent ?? crypto.randomUUID()
      keys.set(act, { key, since: performance.now() })
      return key
    },
    /** The act has succeeded, and its form is done with it: the next call is a new act. */
    settled(act: string): void {
      keys.delete(act)
    },
  }
}
