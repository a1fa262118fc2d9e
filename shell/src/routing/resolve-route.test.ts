import type { RemoteEntry, RemoteRoute, RouteAudience } from '@portal/contracts/remotes'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { resolveRoute } from './resolve-route.ts'

function remote(
  name: string,
  declared: readonly (readonly [string, string, readonly RouteAudience[], string?])[],
): RemoteEntry {
  const routes = declared.map(
    ([path, screen, when, permission]): RemoteRoute => ({
      path,
      screen,
      when: [...when],
      title: screen,
      layout: 'topbar',
      ...(permission ? { permission } : {}),
    }),
  )
  const entry = `/remotes/${name}/1/remote-entry.js`
  return { name, version: '1', entry, container: name, integrity: {}, navigation: [], routes }
}

/** The complete portal of product §2, as its six remotes declare it. */
const portal: readonly RemoteEntry[] = [
  remote('marketing', [
    ['/', 'landing', ['anonymous']],
    ...['contact', 'features', 'security', 'integrations', 'terms', 'privacy'].map(
      (page) => [`/${page}`, page, ['always']] as const,
    ),
  ]),
  remote('team', [
    ['/', 'onboarding', ['no-organization']],
    ['/join/:code', 'join', ['always']],
    ['/team', 'team', ['member']],
    ['/users', 'users', ['member']],
  ]),
  remote('analytics', [
    ['/', 'dashboard', ['member']],
    ['/analytics', 'analytics', ['member']],
  ]),
  remote('documents', [
    ['/documents', 'library', ['anonymous', 'team-member', 'member']],
    ['/documents/:id/versions', 'versions', ['member']],
    ['/upload-test', 'upload-test', ['always']],
  ]),
  remote('chat', [
    ['/chat', 'chat', ['member']],
    ...['/', '/chat'].map((path) => [path, 'chat', ['team-member']] as const),
    ['/chat-simple', 'chat-simple', ['always']],
  ]),
  remote('master-admin', [['/master-admin', 'master-admin', ['signed-in']]]),
]

const sessions = {
  visitor: anonymousSession(),
  newcomer: fixedSession(null),
  employee: fixedSession('team_member'),
  manager: fixedSession('manager'),
  facilitator: fixedSession('facilitator'),
  admin: fixedSession('admin'),
  operator: fixedSession('admin', { isMasterAdmin: true }),
} as const

type Who = keyof typeof sessions
const members: readonly Who[] = ['manager', 'facilitator', 'admin', 'operator']
const signedIn: readonly Who[] = ['newcomer', 'employee', ...members]
const everyone: readonly Who[] = ['visitor', ...signedIn]

/** Product §2, row by row, with decisions 8, 9, 56 and 57: who at which address sees what. */
const table: readonly (readonly [readonly Who[], string, string])[] = [
  [['visitor'], '/', 'landing'],
  [['newcomer'], '/', 'onboarding'],
  [['employee'], '/', 'chat'],
  [['employee'], '/chat', 'chat'],
  [['employee'], '/documents', 'library'],
  [['employee'], '/analytics', 'chat'],
  [['employee'], '/team', 'chat'],
  [['employee'], '/users', 'chat'],
  [['employee'], '/documents/1/versions', 'not-found'],
  [members, '/', 'dashboard'],
  [members, '/documents', 'library'],
  [members, '/documents/1/versions', 'versions'],
  [members, '/chat', 'chat'],
  [members, '/analytics', 'analytics'],
  [members, '/team', 'team'],
  [members, '/users', 'users'],
  [signedIn, '/master-admin', 'master-admin'],
  [['visitor'], '/master-admin', 'sign-in'],
  [everyone, '/contact', 'contact'],
  [everyone, '/features', 'features'],
  [everyone, '/security', 'security'],
  [everyone, '/integrations', 'integrations'],
  [everyone, '/terms', 'terms'],
  [everyone, '/privacy', 'privacy'],
  [everyone, '/join/ABC', 'join'],
  [everyone, '/chat-simple', 'chat-simple'],
  [everyone, '/upload-test', 'upload-test'],
  [everyone, '/nothing', 'not-found'],
  [everyone, '/documents/1', 'not-found'],
  [['visitor'], '/documents', 'library'],
  [['visitor'], '/chat', 'sign-in'],
  [['visitor'], '/analytics', 'sign-in'],
  [['visitor'], '/team', 'sign-in'],
  [['visitor'], '/users', 'sign-in'],
  [['visitor'], '/documents/1/versions', 'sign-in'],
  [['newcomer'], '/documents', 'redirect to /'],
  [['newcomer'], '/chat', 'redirect to /'],
  [['newcomer'], '/team', 'redirect to /'],
  [['newcomer'], '/documents/1/versions', 'redirect to /'],
]

function shown(who: Who, path: string, remotes = portal): string {
  const decision = resolveRoute(remotes, sessions[who], path)
  if (decision.kind === 'screen') return decision.chosen.route.screen
  return decision.kind === 'redirect' ? `redirect to ${decision.to}` : decision.kind
}

describe('product §2: the route table', () => {
  for (const [people, path, expected] of table) {
    it.each(people)(`${path} shows ${expected} to: %s`, (who) => {
      expect(shown(who, path)).toBe(expected)
    })
  }

  it('finds nothing where no remote is registered', () => {
    expect(shown('admin', '/chat', [])).toBe('not-found')
    expect(shown('visitor', '/', [])).toBe('not-found')
  })

  it('hides a screen whose permission the role lacks', () => {
    const guarded = [remote('team', [['/users', 'users', ['member'], 'member:change-role']])]
    expect(shown('manager', '/users', guarded)).toBe('not-found')
    expect(shown('admin', '/users', guarded)).toBe('users')
  })
})
