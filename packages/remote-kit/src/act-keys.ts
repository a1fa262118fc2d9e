export type ActKeys = ReturnType<typeof createActKeys>

/** One idempotency key per act of a person; acts are compared by value, or by object (a file). */
export function createActKeys() {
  const keys = new Map<unknown, string>()
  return {
    /** The act's key, stable until it is settled: a double click or a retry has one effect. */
    keyOf(act: unknown): string {
      const key = keys.get(act) ?? crypto.randomUUID()
      keys.set(act, key)
      return key
    },
    /** The server has responded, successfully or not: the next call is a new act. */
    settled(act: unknown): void {
      keys.delete(act)
    },
  }
}
