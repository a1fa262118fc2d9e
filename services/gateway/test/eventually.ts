import { vi } from 'vitest'

/**
 * Resolves when the check passes, however slow the machine; rejects with its last failure after
 * a minute.
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 })
}
