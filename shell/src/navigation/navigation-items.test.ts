import { fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { fixedRemote, specifiedNavigation } from '../testing/fixed-remotes.ts'
import type { NavigationView } from './navigation-items.ts'
import { navigationItems, pagesBelow } from './navigation-items.ts'

const admin = fixedSession('admin')
const employee = fixedSession('team_member')

function items(view: Partial<NavigationView>) {
  return navigationItems({
    remotes: specifiedNavigation,
    session: admin,
    path: '/elsewhere',
    layout: 'topbar',
    ...view,
  })
}

const labels = (view: Partial<NavigationView>) => items(view).map(({ label, to }) => `${to} ${label}`)
const current = (view: Partial<NavigationView>) => items(view).find(({ isCurrent }) => isCurrent)?.label

describe('product §2 and §6: who sees which links', () => {
  it.each([
    [
      'an admin, top bar',
      { session: admin },
      ['/ Dashboard', '/documents Documents', '/chat Chat', '/analytics Analytics', '/team Team'],
    ],
    [
      'an operator, top bar',
      { session: fixedSession('admin', { isMasterAdmin: true }) },
      [
        '/ Dashboard',
        '/documents Documents',
        '/chat Chat',
        '/analytics Analytics',
        '/team Team',
        '/master-admin Master Admin',
      ],
    ],
    ['a team member, top bar', { session: employee }, ['/chat Chat']],
    [
      'an admin, sidebar',
      { session: admin, layout: 'sidebar' },
      [
        '/ Dashboard',
        '/documents Documents',
        '/chat AI Assistant',
        '/analytics Analytics',
        '/team Team Management',
      ],
    ],
    [
      'a team member, sidebar',
      { session: employee, layout: 'sidebar' },
      ['/documents Documents', '/chat AI Assistant'],
    ],
    ['someone without an organization', { session: fixedSession(null) }, []],
    [
      'an operator without an organization (decision 8)',
      { session: fixedSession(null, { isMasterAdmin: true }) },
      ['/master-admin Master Admin'],
    ],
  ] as const)('%s', (_, view, expected) => {
    expect(labels(view)).toEqual(expected)
  })
})

describe('the current link', () => {
  it.each([
    ['its own address', { path: '/documents' }, 'Documents'],
    ['an address below it', { path: '/documents/1/versions' }, 'Documents'],
    ['home, for the dashboard', { path: '/' }, 'Dashboard'],
    ['home, for the screen that another link shows', { path: '/', session: employee }, 'Chat'],
    ['no link', { path: '/elsewhere' }, undefined],
  ] as const)('at %s', (_, view, label) => {
    expect(current(view)).toBe(label)
  })
})

describe('a page that no link leads to', () => {
  const remotes = [
    ...specifiedNavigation,
    fixedRemote(
      'people',
      [],
      [
        { path: '/users', screen: 'users', title: 'User Management', when: ['member'], below: '/team' },
        {
          path: '/audit',
          screen: 'audit',
          title: 'Audit trail',
          when: ['member'],
          permission: 'audit:read',
          below: '/team',
        },
        {
          path: '/master-admin/mail',
          screen: 'mail',
          title: 'Sent mail',
          when: ['signed-in'],
          below: '/master-admin',
        },
      ],
    ),
  ]
  const found = (session: NavigationView['session']) =>
    pagesBelow({ remotes, session, path: '/' }).map(({ label }) => label)

  it('has the link that it belongs to as the current one', () => {
    expect(current({ remotes, path: '/users' })).toBe('Team')
    expect(current({ remotes, path: '/users', session: employee })).toBe('Chat')
  })

  it('is found by those who may see it and the link above it', () => {
    expect(found(admin)).toEqual(['User Management', 'Audit trail'])
    expect(found(fixedSession('manager'))).toEqual(['User Management'])
    expect(found(employee)).toEqual([])
    expect(found(fixedSession(null, { isMasterAdmin: true }))).toEqual(['Sent mail'])
  })
})
