// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { reloadOnce } from './stale-code.ts'

describe('recovering from a deploy', () => {
  it('reloads once for a reason, and once more only for another', () => {
    const reloads: string[] = []
    for (const reason of ['chat@2', 'chat@2', 'chat@3']) reloadOnce(reason, () => reloads.push(reason))
    expect(reloads).toEqual(['chat@2', 'chat@3'])
  })
})
