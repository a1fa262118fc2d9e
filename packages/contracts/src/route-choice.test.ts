import { describe, expect, it } from 'vitest'
import type { RemoteEntry, RemoteRoute } from './remotes.ts'
import { audiencesOf, chooseRoute, isKnownPath } from './route-choice.ts'

function remote(
  name: string,
  routes: readonly Pick<RemoteRoute, 'path' | 'screen' | 'when' | 'permission'>[],
): RemoteEntry {
  return {
    name,
    version: '1',
    entry: `/remotes/${name}/1/remote-entry.js`,
    container: name,
    integrity: {},
    navigation: [],
    routes: routes.map((route) => ({ title: name, layout: 'topbar', ...route })),
  }
}

const remotes = [
  remote('pages', [
    { path: '/', screen: 'landing', when: ['anonymous'] },
    { path: '/documents/new', screen: 'new', when: ['member'] },
    { path: '/documents/:id', screen: 'one', when: ['member'] },
    { path: '/users', screen: 'users', when: ['member'], permission: 'member:read' },
  ]),
  remote('other', [{ path: '/', screen: 'second', when: ['anonymous'] }]),
]

const member = { audiences: ['always', 'signed-in', 'member'], permissions: [] } as const

describe('the screen of an address', () => {
  it('is found by audience', () => {
    expect(chooseRoute(remotes, { path: '/', audiences: ['anonymous'], permissions: [] })?.route.screen).toBe(
      'landing',
    )
    expect(chooseRoute(remotes, { path: '/', ...member })).toBeNull()
  })

  it('has its parameters decoded', () => {
    const chosen = chooseRoute(remotes, { path: '/documents/a%20b', ...member })
    expect(chosen?.route.screen).toBe('one')
    expect(chosen?.params).toEqual({ id: 'a b' })
  })

  it('prefers the pattern with fewer parameters, then the order of the registry', () => {
    expect(chooseRoute(remotes, { path: '/documents/new', ...member })?.route.screen).toBe('new')
    expect(chooseRoute(remotes, { path: '/', audiences: ['anonymous'], permissions: [] })?.remote.name).toBe(
      'pages',
    )
  })

  it('is not that of a pattern with more parameters when the page itself is closed', () => {
    const restricted = remote('restricted', [
      { path: '/documents/deleted', screen: 'deleted', when: ['member'], permission: 'document:restore' },
    ])
    const shown = (permissions: readonly string[]) =>
      chooseRoute([...remotes, restricted], { ...member, path: '/documents/deleted', permissions })
    expect(shown(['document:restore'])?.route.screen).toBe('deleted')
    expect(shown([])).toBeNull()
  })

  it('stays closed without the permission that the route demands', () => {
    expect(chooseRoute(remotes, { path: '/users', ...member })).toBeNull()
    expect(
      chooseRoute(remotes, { path: '/users', ...member, permissions: ['member:read'] })?.route.screen,
    ).toBe('users')
  })

  it("is a team_member's start page in place of a page of the other members, and of nothing else", () => {
    const home = remote('home', [
      { path: '/', screen: 'start', when: ['team-member'] },
      { path: '/open', screen: 'open', when: ['member', 'team-member'] },
      { path: '/fresh', screen: 'fresh', when: ['no-organization'] },
    ])
    const shown = (path: string) =>
      chooseRoute([...remotes, home], { path, audiences: ['team-member'], permissions: [] })?.route.screen
    expect(['/users', '/documents/new', '/open'].map(shown)).toEqual(['start', 'start', 'open'])
    expect(['/documents/1', '/fresh', '/nothing'].map(shown)).toEqual([undefined, undefined, undefined])
    expect(chooseRoute(remotes, { path: '/users', audiences: ['team-member'], permissions: [] })).toBeNull()
  })

  it('may end with a slash, and with nothing else that a pattern does not name', () => {
    expect(chooseRoute(remotes, { path: '/documents/7/', ...member })?.params).toEqual({ id: '7' })
    for (const path of ['/documents//7', '/documents/7//', '/documents/a%2Fb', '/documents/%E0%A4%A']) {
      expect(isKnownPath(remotes, path), path).toBe(false)
    }
  })

  it('is known even to those who may not see it', () => {
    expect(isKnownPath(remotes, '/users')).toBe(true)
    expect(isKnownPath(remotes, '/nothing')).toBe(false)
  })
})

describe('audiences', () => {
  const person = { id: 'p', email: null, firstName: null, lastName: null, profileImageUrl: null }
  const organization = { id: 1, name: 'Halden Medical' }

  it.each([
    [
      'a visitor',
      { person: null, organization: null, role: null, isMasterAdmin: false },
      ['always', 'anonymous'],
    ],
    [
      'someone without an organization',
      { person, organization: null, role: null, isMasterAdmin: false },
      ['always', 'signed-in', 'no-organization'],
    ],
    [
      'a team member',
      { person, organization, role: 'team_member', isMasterAdmin: false },
      ['always', 'signed-in', 'team-member'],
    ],
    [
      'a manager',
      { person, organization, role: 'manager', isMasterAdmin: false },
      ['always', 'signed-in', 'member'],
    ],
    [
      'an operator without an organization',
      { person, organization: null, role: null, isMasterAdmin: true },
      ['always', 'signed-in', 'no-organization', 'operator'],
    ],
  ] as const)('of %s', (_, session, audiences) => {
    expect(audiencesOf(session)).toEqual(audiences)
  })
})
