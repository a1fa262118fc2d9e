import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnection } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function connection() {
  const events = new EventTarget()
  const network = { isUp: true, isHanging: false, probes: 0 }
  const onRestored = vi.fn()
  const states: string[] = []
  const made = createConnection({
    events,
    onRestored,
    probe: async (signal) => {
      network.probes += 1
      if (network.isHanging)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      if (!network.isUp) throw new TypeError('Failed to fetch')
    },
  })
  made.subscribe(() => states.push(made.read()))
  const happens = async (type: 'online' | 'offline') => {
    events.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...made, network, onRestored, states, happens }
}

describe('the connection to the portal', () => {
  it('is lost when the browser goes offline, and what was read is read again once it is back', async () => {
    const { happens, network, onRestored, read, states } = connection()
    network.isUp = false
    await happens('offline')
    expect(read()).toBe('lost')
    expect(onRestored).not.toHaveBeenCalled()
    network.isUp = true
    await happens('online')
    expect(onRestored).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(4000)
    expect(states).toEqual(['lost', 'restored', 'fine'])
  })

  it('keeps trying by itself: the browser may be online and the portal away', async () => {
    const { network, onRestored, read, suspect } = connection()
    network.isUp = false
    suspect()
    await vi.advanceTimersByTimeAsync(0)
    expect(read()).toBe('lost')
    await vi.advanceTimersByTimeAsync(9000)
    expect(network.probes).toBe(4)
    network.isUp = true
    await vi.advanceTimersByTimeAsync(3000)
    expect(read()).toBe('restored')
    expect(onRestored).toHaveBeenCalledOnce()
  })

  it('keeps trying although a request hangs, as over a network that swallows everything', async () => {
    const { network, read, suspect } = connection()
    network.isHanging = true
    suspect()
    await vi.advanceTimersByTimeAsync(3000)
    expect(read()).toBe('lost')
    await vi.advanceTimersByTimeAsync(6000)
    expect(network.probes).toBe(3)
    network.isHanging = false
    await vi.advanceTimersByTimeAsync(3000)
    expect(read()).toBe('restored')
  })

  it('is tried anew the moment the browser is online, whatever still hangs from before', async () => {
    const { happens, network, onRestored, read, suspect } = connection()
    network.isHanging = true
    suspect()
    await happens('offline')
    expect(read()).toBe('lost')
    network.isHanging = false
    await happens('online')
    expect(read()).toBe('restored')
    expect(onRestored).toHaveBeenCalledOnce()
    expect(network.probes).toBe(2)
  })

  it('is not lost by one request that was broken off', async () => {
    const { read, states, suspect } = connection()
    suspect()
    suspect()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(read()).toBe('fine')
    expect(states).toEqual([])
  })

  it('online without an answer is still lost', async () => {
    const { happens, network, onRestored, read } = connection()
    network.isUp = false
    await happens('offline')
    await happens('online')
    expect(read()).toBe('lost')
    expect(onRestored).not.toHaveBeenCalled()
  })
})
