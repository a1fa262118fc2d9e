import { vi } from 'vitest'

/** For every test file: vitest cannot configure `vi.waitFor`, whose default second is too short. */
const patience = { timeout: 60_000 }
const { waitFor, waitUntil } = vi

const patiently = <Options extends object>(options: number | Options = {} as Options) =>
  typeof options === 'number' ? options : { ...patience, ...options }

vi.waitFor = (callback, options) => waitFor(callback, patiently(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options))
