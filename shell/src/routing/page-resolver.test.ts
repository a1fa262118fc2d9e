import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { RemoteUnavailable } from '../remotes/remote-loader.ts'
import { visitorSession } from '../session/visitor-session.ts'
import type { Chrome, PageResolverOptions } from './page-resolver.ts'
import { createPageResolver } from './page-resolver.ts'

const entry: RemoteEntry = {
  name: 'pages',
  version: '1',
  entry: '/remotes/pages/1/remote-entry.js',
  container: 'pages',
  integrity: {},
  navigation: [],
  routes: [
    { path: '/', screen: 'landing', when: ['anonymous'], title: 'Landing', layout: 'bare' },
    { path: '/documents', screen: 'library', when: ['member'], title: 'Library', layout: 'topbar' },
  ],
}

const Screen = () => null
const FixedChrome: Chrome = () => null
const never = new Promise<never>(() => undefined)

/** A finder whose session is read when the test says so. */
function resolver(
  options: Partial<PageResolverOptions> & { known?: Session | null; reading?: Promise<Session> } = {},
) {
  const reloads: string[] = []
  const failures: string[] = []
  const state = { known: options.known ?? null }
  const reading = (options.reading ?? never).then((session) => {
    state.known = session
    return session
  })
  const resolve = createPageResolver({
    session: {
      known: () => state.known,
      read: async () => state.known ?? reading,
      refresh: async () => never,
      onChange: () => () => undefined,
    },
    registry: { read: async () => [entry], refresh: async () => [{ ...entry, version: '2' }] },
    loader: { load: async () => ({ Screen }), runningVersion: () => null },
    reporter: { shown: () => undefined, failed: (remote) => void failures.push(remote.version) },
    loadChrome: async () => FixedChrome,
    expectsSession: () => false,
    reloadOnce: (reason) => void reloads.push(reason),
    log: () => undefined,
    ...options,
  })
  return { resolve, reloads, failures }
}

describe('decision 10: while the session is not read', () => {
  it('a cold visitor sees the landing page at once', async () => {
    const page = await resolver().resolve('/')
    expect(page.session).toBe(visitorSession)
    expect(page.content).toMatchObject({ kind: 'screen', Screen })
  })

  it('someone who was logged in before waits for the session instead', async () => {
    const reading = Promise.resolve(fixedSession('admin'))
    const { resolve } = resolver({ expectsSession: () => true, reading })
    expect((await resolve('/')).session.role).toBe('admin')
  })

  it('every other path waits: never a 404 before it is known who asks', async () => {
    const { resolve } = resolver({ reading: Promise.resolve(fixedSession('admin')) })
    const page = await resolve('/documents')
    expect(page.content.kind).toBe('screen')
    expect(page.chrome).toBe(FixedChrome)
  })
})

describe('a page', () => {
  it('has a layout for members, and none for a bare screen', async () => {
    expect((await resolver({ known: fixedSession('admin') }).resolve('/documents')).chrome).toBe(FixedChrome)
    expect((await resolver({ known: anonymousSession() }).resolve('/')).chrome).toBeNull()
  })

  it('keeps the navigation around a 404 for whoever is logged in', async () => {
    const page = await resolver({ known: fixedSession('admin') }).resolve('/nothing')
    expect(page.content.kind).toBe('not-found')
    expect(page.chrome).toBe(FixedChrome)
    expect((await resolver({ known: anonymousSession() }).resolve('/nothing')).chrome).toBeNull()
  })

  it('says what is unavailable, inside the layout, when the remote does not load', async () => {
    const failure = new RemoteUnavailable('pages', 'slow')
    const { resolve, reloads } = resolver({
      known: fixedSession('admin'),
      loader: { load: () => Promise.reject(failure), runningVersion: () => null },
    })
    const page = await resolve('/documents')
    expect(page.content).toMatchObject({ kind: 'unavailable', failure })
    expect(page.chrome).toBe(FixedChrome)
    expect(reloads).toEqual([])
  })

  it('reloads the page once when a running remote lost a chunk to a deploy', async () => {
    const { resolve, reloads } = resolver({
      known: fixedSession('admin'),
      loader: { load: () => Promise.reject(new Error('ChunkLoadError')), runningVersion: () => '1' },
    })
    await resolve('/documents')
    await Promise.resolve()
    expect(reloads).toEqual(['pages@2'])
  })
})
