import { expect, it } from 'vitest'
import { remoteConfig } from './remote-config.ts'
import { shellConfig } from './shell-config.ts'

const build = { root: import.meta.dirname, mode: 'production' } as const

it('what hangs of a remote is given up within its budget; of the shell, which nothing replaces, not on a slow line', () => {
  expect(remoteConfig({ ...build, name: 'chat' }).output?.chunkLoadTimeout).toBeLessThanOrEqual(4000)
  expect(shellConfig(build).output?.chunkLoadTimeout).toBeGreaterThanOrEqual(30_000)
})
