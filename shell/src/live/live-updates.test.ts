// @vitest-environment happy-dom
import { createClient } from '@portal/contracts/client'
import { createQueryClient } from '@portal/remote-kit/query-client'
import { describe, expect, it, vi } from 'vitest'
import type { LiveMessage } from './live-updates.ts'
import { applyLiveMessage, openEventStream, startLiveUpdates } from './live-updates.ts'
import { shareAmongTabs } from './share-among-tabs.ts'

function stream() {
  const source = Object.assign(new EventTarget(), { close: () => undefined, readyState: 0 })
  const received: LiveMessage[] = []
  openEventStream((message) => received.push(message), { open: () => source })
  return {
    received,
    send: (data: string) => source.dispatchEvent(new MessageEvent('message', { data })),
    source,
  }
}

describe('the event stream', () => {
  it('is opened again when it was refused, and then says that changes may have been missed', () => {
    vi.useFakeTimers()
    const sources: (EventTarget & { readyState: number })[] = []
    const received: LiveMessage[] = []
    const close = openEventStream((message) => received.push(message), {
      open: () => {
        const source = Object.assign(new EventTarget(), { close: () => undefined, readyState: 0 })
        sources.push(source)
        return source
      },
    })
    const refuse = () => {
      const source = sources.at(-1)
      if (!source) throw new Error('Nothing was opened')
      source.readyState = 2
      source.dispatchEvent(new Event('error'))
    }
    refuse()
    vi.advanceTimersByTime(5000)
    refuse()
    vi.advanceTimersByTime(9999)
    expect(sources).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(sources).toHaveLength(3)
    sources.at(-1)?.dispatchEvent(new Event('open'))
    expect(received.filter(({ kind }) => kind !== 'refused')).toEqual([{ kind: 'resumed' }])
    refuse()
    close()
    vi.advanceTimersByTime(60_000)
    expect(sources).toHaveLength(3)
    vi.useRealTimers()
  })

  it('says that it was refused, which may be because the session has ended', () => {
    const { received, source } = stream()
    source.dispatchEvent(new Event('error'))
    expect(received).toEqual([])
    source.readyState = 2
    source.dispatchEvent(new Event('error'))
    expect(received).toEqual([{ kind: 'refused' }])
  })

  it('tells the type of each change', () => {
    const { received, send } = stream()
    send('{"type":"document.uploaded","subject":"1"}')
    expect(received).toEqual([{ kind: 'changed', type: 'document.uploaded' }])
  })

  it('skips what it cannot read', () => {
    const { received, send } = stream()
    send('null')
    send('{"subject":"1"}')
    expect(received).toEqual([])
  })

  it('tells that it was away, for changes may have been missed', () => {
    const { received, source } = stream()
    source.dispatchEvent(new Event('open'))
    source.dispatchEvent(new Event('error'))
    source.dispatchEvent(new Event('open'))
    expect(received).toEqual([{ kind: 'resumed' }])
  })

  it('tells that the session has ended elsewhere', () => {
    const { received, source } = stream()
    source.dispatchEvent(new MessageEvent('session-ended', { data: '{}' }))
    expect(received).toEqual([{ kind: 'ended' }])
  })
})

describe('a change', () => {
  const stale = (message: Parameters<typeof applyLiveMessage>[1]) => {
    const queries = createQueryClient(createClient())
    for (const path of [
      ...['/api/documents', '/api/documents/1', '/api/departments', '/api/session'],
      ...['/api/approval-rules', '/api/users/names'],
    ])
      queries.setQueryData([path], 1)
    applyLiveMessage(queries, message)
    return queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey[0])
  }

  it('makes stale what the contract names for it', () => {
    expect(stale({ kind: 'changed', type: 'document.uploaded' })).toEqual([
      '/api/documents',
      '/api/documents/1',
    ])
  })

  it('of an unknown type makes nothing stale', () => {
    expect(stale({ kind: 'changed', type: 'something.else' })).toEqual([])
  })

  it.each(['member.joined', 'member.role-changed', 'member.removed', 'department.deleted'])(
    'of who may decide makes the rules stale, which say whether they can be met: %s',
    (type) => expect(stale({ kind: 'changed', type })).toContain('/api/approval-rules'),
  )

  it('of a colleague makes stale how everyone of the organization is called and looks', () => {
    expect(stale({ kind: 'changed', type: 'person.changed' })).toEqual(['/api/session', '/api/users/names'])
  })

  it('missed while the stream was away makes everything stale', () => {
    expect(stale({ kind: 'resumed' })).toHaveLength(6)
  })
})

/** Tabs of one origin: a lock that one holds at a time, and channels that reach the others. */
function stubOrigin(): void {
  const channels = new Set<FixedChannel>()
  class FixedChannel {
    onmessage: ((event: MessageEvent) => void) | null = null
    constructor() {
      channels.add(this)
    }
    postMessage(data: unknown) {
      for (const other of channels)
        if (other !== this) other.onmessage?.(new MessageEvent('message', { data }))
    }
    close() {
      channels.delete(this)
    }
  }
  const waiting: (() => Promise<void>)[] = []
  const state = { isHeld: false }
  const next = () => {
    const run = waiting.shift()
    if (!run) return
    state.isHeld = true
    void run().then(() => {
      state.isHeld = false
      next()
    })
  }
  const request = async (
    _name: string,
    { ifAvailable }: { readonly ifAvailable?: boolean },
    work: (lock: object | null) => Promise<void> | undefined,
  ) => {
    if (ifAvailable && state.isHeld) return void work(null)
    waiting.push(async () => work({}))
    if (!state.isHeld) next()
  }
  vi.stubGlobal('BroadcastChannel', FixedChannel)
  vi.stubGlobal('navigator', { locks: { request } })
}

/** The same, where each stream that is opened can be made to speak. */
function stubStreams() {
  stubOrigin()
  const sources: EventTarget[] = []
  class FixedSource extends EventTarget {
    readonly readyState = 1
    constructor() {
      super()
      sources.push(this)
    }
    close() {
      return undefined
    }
  }
  vi.stubGlobal('EventSource', FixedSource)
  return { sources }
}

describe('tabs of one browser', () => {
  it('share one stream, every tab hears it, and another tab takes over when its owner closes', async () => {
    stubOrigin()
    const received: string[] = []
    const streams: { emit: (message: string) => void; isSuccessor: boolean }[] = []
    const tab = (name: string) =>
      shareAmongTabs<string>({
        name: 'events',
        lead: (emit, isSuccessor) => {
          streams.push({ emit, isSuccessor })
          return () => undefined
        },
        receive: (message) => received.push(`${name} ${message}`),
      })
    const closeFirst = tab('first')
    tab('second')
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.emit('a')
    expect(received.sort()).toEqual(['first a', 'second a'])
    closeFirst()
    await vi.waitFor(() => expect(streams).toHaveLength(2))
    streams[1]?.emit('b')
    expect(received).toContain('second b')
    expect(streams.map(({ isSuccessor }) => isSuccessor)).toEqual([false, true])
  })

  it('ask for the session when the stream is refused: it may have ended while nobody listened', async () => {
    const { sources } = stubStreams()
    const recheckSession = vi.fn()
    const stop = startLiveUpdates(createQueryClient(createClient()), recheckSession)
    await vi.waitFor(() => expect(sources).toHaveLength(1))
    const [source] = sources
    source?.dispatchEvent(new Event('error'))
    expect(recheckSession).not.toHaveBeenCalled()
    Object.assign(source ?? {}, { readyState: 2 })
    source?.dispatchEvent(new Event('error'))
    expect(recheckSession).toHaveBeenCalledOnce()
    stop()
  })

  it('read everything again when another tab takes over: between the two streams nobody listened', async () => {
    const { sources } = stubStreams()
    const tab = () => {
      const queries = createQueryClient(createClient())
      queries.setQueryData(['/api/documents'], 1)
      const stop = startLiveUpdates(queries, () => undefined)
      const isStale = () => queries.getQueryState(['/api/documents'])?.isInvalidated
      return { stop, isStale }
    }
    const first = tab()
    const [second, third] = [tab(), tab()]
    await vi.waitFor(() => expect(sources).toHaveLength(1))
    sources[0]?.dispatchEvent(new Event('open'))
    expect([first, second, third].map(({ isStale }) => isStale())).toEqual([false, false, false])
    first.stop()
    await vi.waitFor(() => expect(sources).toHaveLength(2))
    sources[1]?.dispatchEvent(new Event('open'))
    expect([second, third].map(({ isStale }) => isStale())).toEqual([true, true])
    second.stop()
    third.stop()
  })
})
