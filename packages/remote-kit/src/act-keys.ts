/** Idempotency keys of the acts that are under way. */
export interface ActKeys {
  /**
   * The act's idempotency key, stable until the act is settled, so that a double click or a retry
   * after a lost response has one effect.
   */
  keyOf(act: unknown): string
  /** The server has responded, successfully or not: the next call is a new act. */
  settled(act: unknown): void
}

/** One idempotency key per act of a person; acts are compared by value, or by object (a file). */
export function createActKeys(newKey: () => string = () => crypto.randomUUID()): ActKeys {
  const keys = new Map<unknown, string>()
  return {
    keyOf(act) {
      const key = keys.get(act) ?? newKey()
      keys.set(act, key)
      return key
    },
    settled(act) {
      keys.delete(act)
    },
  }
}
