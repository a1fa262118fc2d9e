/** Idempotency keys of the acts that are under way. */
export interface ActKeys {
  /** The act's key: the same one until the act is answered, so that a double click or a retry after a lost answer has one effect. */
  keyOf(act: unknown): string
  /** The server has answered, well or not: the next time is a new act. */
  answered(act: unknown): void
}

/** One key per act of a person (reliability: Idempotency-Key). An act is known by its value or its object, a file for instance. */
export function createActKeys(newKey: () => string = () => crypto.randomUUID()): ActKeys {
  const keys = new Map<unknown, string>()
  return {
    keyOf(act) {
      const key = keys.get(act) ?? newKey()
      keys.set(act, key)
      return key
    },
    answered(act) {
      keys.delete(act)
    },
  }
}
