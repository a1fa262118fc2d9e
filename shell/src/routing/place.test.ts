import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Session } from '@portal/contracts/session'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { RemoteUnavailable } from '../remotes/remote-loader.ts'
import { visitorSession } from '../session/visitor-session.ts'
import type { Chrome, PlaceFinderOptions } from './place.ts'
import { createPlaceFinder } from './place.ts'

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
function finder(
  options: Partial<PlaceFinderOptions> & { known?: Session | null; reading?: Promise<Session> } = {},
) {
  const reloads: string[] = []
  const state = { known: options.known ?? null }
  const reading = (options.reading ?? never).then((session) => {
    state.known = session
    return session
  })
  const find = createPlaceFinder({
    session: {
      known: () => state.known,
      read: async () => state.known ?? reading,
      refresh: async () => never,
      onChange: () => () => undefined,
    },
    registry: { read: async () => [entry], refresh: async () => [{ ...entry, version: '2' }] },
    loader: { load: async () => ({ Screen }), runningVersion: () => null },
    loadChrome: async () => FixedChrome,
    expectsSession: () => false,
    reloadOnce: (reason) => reloads.push(reason) > 0,
    log: () => undefined,
    ...options,
  })
  return { find, reloads }
}

describe('decision 10: while the session is not read', () => {
  it('a cold visitor sees the landing page at once', async () => {
    const place = await finder().find('/')
    expect(place.session).toBe(visitorSession)
    expect(place.content).toMatchObject({ kind: 'screen', Screen })
  })

  it('someone who was signed in before waits for the session instead', async () => {
    const reading = Promise.resolve(fixedSession('admin'))
    const { find } = finder({ expectsSession: () => true, reading })
    expect((await find('/')).session.role).toBe('admin')
  })

  it('every other path waits: never a 404 before it is known who asks', async () => {
    const { find } = finder({ reading: Promise.resolve(fixedSession('admin')) })
    const place = await find('/documents')
    expect(place.content.kind).toBe('screen')
    expect(place.chrome).toBe(FixedChrome)
  })
})

describe('a place', () => {
  it('has a layout for members, and none for a bare screen', async () => {
    expect((await finder({ known: fixedSession('admin') }).find('/documents')).chrome).toBe(FixedChrome)
    expect((await finder({ known: anonymousSession() }).find('/')).chrome).toBeNull()
  })

  it('keeps the navigation around a 404 for whoever is signed in', async () => {
    const place = await finder({ known: fixedSession('admin') }).find('/nothing')
    expect(place.content.kind).toBe('not-found')
    expect(place.chrome).toBe(FixedChrome)
    expect((await finder({ known: anonymousSession() }).find('/nothing')).chrome).toBeNull()
  })

  it('says what is unavailable, inside the layout, when the remote does not load', async () => {
    const failure = new RemoteUnavailable('pages', 'slow')
    const { find, reloads } = finder({
      known: fixedSession('admin'),
      loader: { load: () => Promise.reject(failure), runningVersion: () => null },
    })
    const place = await find('/documents')
    expect(place.content).toMatchObject({ kind: 'unavailable', failure })
    expect(place.chrome).toBe(FixedChrome)
    expect(reloads).toEqual([])
  })

  it('reloads the page once when a running remote lost a chunk to a deploy', async () => {
    const { find, reloads } = finder({
      known: fixedSession('admin'),
      loader: { load: () => Promise.reject(new Error('ChunkLoadError')), runningVersion: () => '1' },
    })
    await find('/documents')
    await Promise.resolve()
    expect(reloads).toEqual(['pages@2'])
  })
})
