import { vi } from 'vitest'

/**
 * Runs before every test file: vitest cannot configure `vi.waitFor`, whose second is too short on a
 * busy machine.
 */
const patience = { timeout: 15_000 }
const { waitFor, waitUntil } = vi

const patiently = <Options extends object>(options: number | Options = {} as Options) =>
  typeof options === 'number' ? options : { ...patience, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patiently(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options))
