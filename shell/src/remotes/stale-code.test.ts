import { describe, expect, it } from 'vitest'
import { reloadOnce } from './stale-code.ts'

describe('recovering from a deploy', () => {
  it('reloads once for a reason, and once more only for another', () => {
    const kept = new Map<string, string>()
    const reloads: string[] = []
    const attempt = (reason: string) =>
      reloadOnce(reason, {
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
        },
        reload: () => reloads.push(reason),
      })
    expect([attempt('chat@2'), attempt('chat@2'), attempt('chat@3')]).toEqual([true, false, true])
    expect(reloads).toEqual(['chat@2', 'chat@3'])
  })
})
