import { describe, expect, it } from 'vitest'
import { can } from './session.ts'
import { anonymousSession, fixedSession } from './test-portal.tsx'

describe('what a session may do', () => {
  it.each([
    ['an admin', fixedSession('admin'), 'document:upload', true],
    ['a manager', fixedSession('manager'), 'document:upload', false],
    ['a team member', fixedSession('team_member'), 'chat:ask', true],
    ['someone without an organization', fixedSession(null), 'chat:ask', false],
  ] as const)('%s by permission', (_, session, permission, response) => {
    expect(can(session, permission)).toBe(response)
  })

  it.each([
    ['public', anonymousSession(), true],
    ['signed-in', anonymousSession(), false],
    ['signed-in', fixedSession(null), true],
    ['operator', fixedSession('admin'), false],
    ['operator', fixedSession('admin', { isMasterAdmin: true }), true],
    ['service', fixedSession('admin'), false],
  ] as const)('on a route for %s', (access, session, response) => {
    expect(can(session, { can: access })).toBe(response)
  })
})
