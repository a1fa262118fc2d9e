import type { RemoteEntry } from '@portal/contracts/remotes'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Federation } from './federation.ts'
import { createRemoteLoader } from './remote-loader.ts'

beforeEach(() => vi.useFakeTimers())
function entry(name: string, version = '1'): RemoteEntry {
  const address = `/remotes/${name}/${version}/remote-entry.js`
  return { name, version, entry: address, container: name, integrity: {}, routes: [], navigation: [] }
}

const Screen = () => null
const remote = { remote: { screens: { library: async () => ({ Screen }) } } }
const never = new Promise<never>(() => undefined)

/** A federation that answers each load in turn, the last answer for ever. */
function federationOf(...responses: (() => Promise<unknown>)[]) {
  const loaded = new Set<string>()
  const calls = { registered: [] as string[], freshened: 0, loads: 0 }
  const federation: Federation = {
    isLoaded: ({ name }) => loaded.has(name),
    register: ({ name, version }) => calls.registered.push(`${name}@${version}`),
    freshen: () => {
      calls.freshened += 1
    },
    load: async ({ name }) => {
      const response = responses[Math.min(calls.loads, responses.length - 1)]
      calls.loads += 1
      const module = await (response?.() ?? never)
      loaded.add(name)
      return module
    },
  }
  return { federation, calls }
}

const accept = async () => undefined

function loaderOf(
  responses: (() => Promise<unknown>)[],
  latest: RemoteEntry | null = null,
  verify: (entry: RemoteEntry) => Promise<void> = accept,
) {
  const { federation, calls } = federationOf(...responses)
  const loader = createRemoteLoader({
    federation,
    registry: { refresh: async () => (latest ? [latest] : []) },
    verify,
  })
  return { loader, calls }
}

/** How a promise stands after some time: its value, its error, or that it is still open. */
async function after(ms: number, promise: Promise<unknown>): Promise<unknown> {
  const state: { outcome: unknown } = { outcome: 'open' }
  promise.then(
    (value) => {
      state.outcome = value
    },
    (error: unknown) => {
      state.outcome = error
    },
  )
  await vi.advanceTimersByTimeAsync(ms)
  return state.outcome
}

const fail = (text: string) => () => Promise.reject(new Error(text))
const slowFailure = (ms: number) => () =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('late')), ms)
  })

describe('loading a screen of a remote', () => {
  it('registers the remote once and gives its screen', async () => {
    const { loader, calls } = loaderOf([async () => remote])
    expect(await after(0, loader.load(entry('documents'), 'library'))).toEqual({ Screen })
    expect(await after(0, loader.load(entry('documents'), 'library'))).toEqual({ Screen })
    expect(calls.registered).toEqual(['documents@1'])
    expect(loader.runningVersion('documents')).toBe('1')
  })

  it('tries a quick failure again at once, with the present registry entry', async () => {
    const { loader, calls } = loaderOf([fail('404'), async () => remote], entry('documents', '2'))
    expect(await after(0, loader.load(entry('documents'), 'library'))).toEqual({ Screen })
    expect(calls.registered).toEqual(['documents@1', 'documents@2'])
  })

  it('never registers what is not signed, and takes what the registry has instead', async () => {
    const verify = async ({ version }: RemoteEntry) => {
      if (version === '1') throw new Error('not signed')
    }
    const tampered = loaderOf([async () => remote], entry('documents'), verify)
    expect(await after(10, tampered.loader.load(entry('documents'), 'library'))).toMatchObject({
      reason: 'failed',
    })
    expect(tampered.calls).toMatchObject({ registered: [], loads: 0 })
    const mended = loaderOf([async () => remote], entry('documents', '2'), verify)
    expect(await after(10, mended.loader.load(entry('documents'), 'library'))).toEqual({ Screen })
    expect(mended.calls.registered).toEqual(['documents@2'])
  })

  it('gives up after two quick failures, well before the budget', async () => {
    const { loader, calls } = loaderOf([fail('404')])
    expect(await after(10, loader.load(entry('documents'), 'library'))).toMatchObject({
      name: 'RemoteUnavailable',
      reason: 'failed',
      remote: 'documents',
    })
    expect(calls.loads).toBe(2)
  })

  it('does not try a slow failure again', async () => {
    const { loader, calls } = loaderOf([slowFailure(2000), async () => remote])
    expect(await after(2500, loader.load(entry('documents'), 'library'))).toMatchObject({ reason: 'failed' })
    expect(calls.loads).toBe(1)
  })

  it('gives up a remote that hangs when 4 s are spent, not earlier', async () => {
    const { loader } = loaderOf([() => never])
    const loading = loader.load(entry('documents'), 'library')
    expect(await after(3999, loading)).toBe('open')
    expect(await after(1, loading)).toMatchObject({ name: 'RemoteUnavailable', reason: 'slow' })
  })

  it('has one budget over both attempts: a quick failure and then a hang end after 4 s', async () => {
    const { loader } = loaderOf([slowFailure(1000), () => never])
    const loading = loader.load(entry('documents'), 'library')
    expect(await after(3999, loading)).toBe('open')
    expect(await after(1, loading)).toMatchObject({ reason: 'slow' })
  })

  it('succeeds on a later call once the remote is back', async () => {
    const { loader } = loaderOf([fail('down'), fail('down'), async () => remote])
    expect(await after(10, loader.load(entry('documents'), 'library'))).toMatchObject({ reason: 'failed' })
    expect(await after(10, loader.load(entry('documents'), 'library'))).toEqual({ Screen })
  })

  it('asks under new addresses after every failure, and only then', async () => {
    const { loader, calls } = loaderOf([async () => remote, fail('gone'), fail('gone'), async () => remote])
    await after(10, loader.load(entry('documents'), 'library'))
    expect(calls.freshened).toBe(0)
    expect(await after(10, loader.load(entry('documents'), 'library'))).toMatchObject({ reason: 'failed' })
    expect(calls.freshened).toBe(1)
    expect(await after(10, loader.load(entry('documents'), 'library'))).toEqual({ Screen })
    expect(calls.freshened).toBe(2)
    await after(10, loader.load(entry('documents'), 'library'))
    expect(calls.freshened).toBe(2)
  })

  it.each([
    ['no module', async () => undefined],
    ['another module', async () => ({ something: 1 })],
    ['a remote without the screen', async () => ({ remote: { screens: {} } })],
  ])('fails for %s', async (_, response) => {
    const { loader } = loaderOf([response])
    expect(await after(10, loader.load(entry('documents'), 'library'))).toMatchObject({ reason: 'failed' })
  })

  it('never registers a second version beside a running one: their chunks would mix', async () => {
    const { loader, calls } = loaderOf([async () => remote])
    await after(0, loader.load(entry('documents', '1'), 'library'))
    await after(0, loader.load(entry('documents', '2'), 'library'))
    expect(calls.registered).toEqual(['documents@1'])
    expect(loader.runningVersion('documents')).toBe('1')
  })

  it('leaves other remotes alone', async () => {
    const { federation } = federationOf(async () => remote)
    const mixed: Federation = {
      ...federation,
      load: (wanted) => (wanted.name === 'chat' ? never : federation.load(wanted)),
    }
    const loader = createRemoteLoader({
      federation: mixed,
      registry: { refresh: async () => [] },
      verify: accept,
    })
    const hanging = loader.load(entry('chat'), 'library')
    expect(await after(0, loader.load(entry('documents'), 'library'))).toEqual({ Screen })
    expect(await after(4000, hanging)).toMatchObject({ remote: 'chat', reason: 'slow' })
  })
})
