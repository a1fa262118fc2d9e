import type { Session } from '@portal/contracts/session'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it, vi } from 'vitest'
import { endNotice, followSession } from './follow-session.ts'

/** A page whose session the test changes; `did` is what happened to the page, in order. */
function page(first: Session) {
  const did: string[] = []
  const state = { session: first, known: first, isLoggingOut: false, hasUnsavedText: false }
  const listeners: ((session: Session) => void)[] = []
  const heard: { ended?: () => void; loggedOut?: () => void } = {}
  const notify = () => {
    state.known = state.session
    for (const listener of listeners) listener(state.session)
  }
  const leave = followSession({
    session: {
      known: () => state.known,
      read: async () => state.session,
      refresh: async () => {
        notify()
        return state.session
      },
      onChange: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
    },
    forget: () => did.push('forget'),
    startLive: (onEnded) => {
      heard.ended = onEnded
      did.push('open stream')
      return () => did.push('close stream')
    },
    revalidate: () => did.push('revalidate'),
    goHome: () => did.push('home'),
    explainEnd: (organization) => did.push(`ended at ${organization}`),
    isLoggingOut: () => state.isLoggingOut,
    announceLogout: () => did.push('announce'),
    onLogoutElsewhere: (listener) => {
      heard.loggedOut = listener
    },
    hasUnsavedText: () => state.hasUnsavedText,
    cover: (isCovered) => did.push(isCovered ? 'cover' : 'uncover'),
  })
  notify()
  const opened = did.splice(0)
  return { did, opened, state, notify, heard, leave }
}

const nobody = anonymousSession()

describe('a page follows its session', () => {
  it('opens the stream of changes for a person, and none for a visitor', () => {
    expect(page(fixedSession('admin')).opened).toEqual(['open stream', 'revalidate'])
    expect(page(nobody).opened).toEqual(['announce', 'revalidate'])
  })

  it('is found anew when the role changes, over the same stream', () => {
    const { state, notify, did } = page(fixedSession('team_member'))
    state.session = fixedSession('admin')
    notify()
    expect(did).toEqual(['revalidate'])
  })

  it('goes to the start page when the stream says that the session is over, and forgets what it read', async () => {
    const { state, heard, did } = page(fixedSession('admin'))
    state.session = nobody
    heard.ended?.()
    await vi.waitFor(() => expect(did).toContain('home'))
    const { name } = fixedSession('admin').organization ?? {}
    expect(did).toEqual(['close stream', 'announce', 'revalidate', 'forget', 'home', `ended at ${name}`])
  })

  it('stays when another login has replaced the session that is over', async () => {
    const { heard, did } = page(fixedSession('admin'))
    heard.ended?.()
    await vi.waitFor(() => expect(did).toEqual(['revalidate']))
  })

  it('does nothing by itself while a tab of this browser is on its way out', async () => {
    const { state, heard, did, notify } = page(fixedSession('admin'))
    state.isLoggingOut = true
    state.session = nobody
    heard.ended?.()
    notify()
    expect(did).toEqual([])
    state.isLoggingOut = false
    heard.loggedOut?.()
    await vi.waitFor(() => expect(did.at(-1)).toBe('home'))
  })
})

describe('a page with unsaved text whose session is over', () => {
  const ended = async () => {
    const opened = page(fixedSession('admin'))
    Object.assign(opened.state, { session: nobody, hasUnsavedText: true })
    opened.heard.ended?.()
    await vi.waitFor(() => expect(opened.did).toContain('cover'))
    expect(opened.did.splice(0)).toEqual(['close stream', 'announce', 'cover'])
    return opened
  }

  it('is covered, and there again as it was once the same person has logged in', async () => {
    const { state, notify, did } = await ended()
    notify()
    state.session = fixedSession('admin')
    notify()
    expect(did).toEqual(['announce', 'cover', 'open stream', 'uncover', 'revalidate'])
  })

  it('is gone when somebody else logs in, or the person belongs to the organization no more', async () => {
    const { state, notify, did } = await ended()
    state.session = { ...fixedSession('admin'), organization: null }
    notify()
    expect(did).toEqual(['open stream', 'forget', 'uncover', 'home', 'revalidate'])
  })

  it('is gone when it is given up, and when another tab has logged out', async () => {
    const first = await ended()
    first.leave()
    expect(first.did).toEqual(['forget', 'uncover', 'home'])
    const second = await ended()
    second.heard.loggedOut?.()
    await vi.waitFor(() => expect(second.did).toContain('home'))
  })
})

it.each([
  [
    'Halden Medical',
    'Your session at Halden Medical has ended. Log in again to see whether you still belong to it.',
  ],
  [null, 'Your session has ended. Log in again to go on.'],
])('says that the session at %s has ended', (organization, description) => {
  expect(endNotice(organization)).toEqual({ title: 'You are logged out', description })
})
