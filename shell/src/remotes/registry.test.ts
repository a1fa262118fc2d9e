import { describe, expect, it } from 'vitest'
import { createRegistry } from './registry.ts'

const chat = {
  name: 'chat',
  version: '1',
  entry: '/remotes/chat/1/remote-entry.js',
  container: 'portal_chat',
  integrity: {},
  routes: [],
  navigation: [],
}

function registryOf(...responses: (() => unknown)[]) {
  const calls = { reads: 0 }
  const logged: unknown[][] = []
  const registry = createRegistry(
    {
      read: async () => {
        const response = responses[Math.min(calls.reads, responses.length - 1)]
        calls.reads += 1
        return response?.()
      },
    },
    (...values) => logged.push(values),
  )
  return { registry, calls, logged }
}

describe('the registry', () => {
  it('is read once, and again when asked for', async () => {
    const { registry, calls } = registryOf(() => ({ remotes: [chat] }))
    await Promise.all([registry.read(), registry.read()])
    expect(calls.reads).toBe(1)
    await registry.refresh()
    expect(calls.reads).toBe(2)
  })

  it('leaves out a malformed entry, logs it, and keeps the others', async () => {
    const { registry, logged } = registryOf(() => ({
      remotes: [null, { name: 'broken' }, chat, { ...chat, routes: 'x' }],
    }))
    expect(await registry.read()).toEqual([chat])
    expect(logged).toHaveLength(3)
  })

  it('stays as it was read last when reading it again fails', async () => {
    const { registry } = registryOf(
      () => ({ remotes: [chat] }),
      () => {
        throw new Error('503: down')
      },
    )
    await registry.read()
    await expect(registry.refresh()).rejects.toThrow('503')
    await expect(registry.read()).resolves.toEqual([chat])
  })

  it('is asked again after it could not be read', async () => {
    const { registry } = registryOf(
      () => {
        throw new Error('503: down')
      },
      () => ({ remotes: [chat] }),
    )
    await expect(registry.read()).rejects.toThrow('503')
    await expect(registry.read()).resolves.toEqual([chat])
  })
})
