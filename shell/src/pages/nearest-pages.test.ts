import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { expect, it } from 'vitest'
import { declaredRemotes as remotes } from '../testing/declared-remotes.ts'
import { nearestPages } from './nearest-pages.ts'

it.each([
  ['a visitor with a letter missing', anonymousSession(), '/feature', '/features'],
  ['a visitor with a word turned', anonymousSession(), '/contact-us', '/contact'],
  ['an admin', fixedSession('admin'), '/document', '/documents'],
  ['an admin, below another page', fixedSession('admin'), '/user', '/users'],
  ['an admin who types what a page is called', fixedSession('admin'), '/dashboard', '/'],
  ['an admin, the name in words', fixedSession('admin'), '/ai-assistant', '/chat'],
])('the nearest page comes first, for %s', (_, session, path, nearest) => {
  expect(nearestPages({ remotes, session, path })[0]?.to).toBe(nearest)
})

it('an address like none leads a visitor home and to the first public pages', () => {
  const labels = nearestPages({ remotes, session: anonymousSession(), path: '/zzz' }).map(
    ({ label }) => label,
  )
  expect(labels).toEqual(['Home', 'Features', 'Security'])
})

it('nobody is led to what they may not see', () => {
  const seen = nearestPages({ remotes, session: fixedSession('team_member'), path: '/analytics' })
  expect(seen.map(({ to }) => to)).not.toContain('/analytics')
  expect(nearestPages({ remotes, session: fixedSession(null), path: '/team' })).toEqual([])
})
