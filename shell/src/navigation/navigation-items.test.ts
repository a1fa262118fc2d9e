import { fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { declaredRemotes } from '../testing/declared-remotes.ts'
import type { NavigationView } from './navigation-items.ts'
import { navigationItems, pagesBelow } from './navigation-items.ts'

const admin = fixedSession('admin')
const employee = fixedSession('team_member')
const operator = fixedSession('admin', { isMasterAdmin: true })
const operatorAlone = fixedSession(null, { isMasterAdmin: true })

type Session = NavigationView['session']
type Menu = Parameters<typeof navigationItems>[1]

function items(session: Session, menu: Menu, path = '/elsewhere') {
  return navigationItems({ remotes: declaredRemotes, session, path }, menu)
}

const current = (path: string, session = admin) =>
  items(session, 'topBar', path).find(({ isCurrent }) => isCurrent)?.label

// Approvals and To read are counted: the layout hides them while nothing waits.
describe('product §2 and §6: who sees which links', () => {
  it.each([
    [
      'an admin, top bar',
      admin,
      'topBar',
      [
        '/ Dashboard',
        '/documents Documents',
        '/approvals Approvals',
        '/to-read To read',
        '/chat Chat',
        '/analytics Analytics',
        '/team Team',
      ],
    ],
    [
      'an operator, top bar',
      operator,
      'topBar',
      [
        '/ Dashboard',
        '/documents Documents',
        '/approvals Approvals',
        '/to-read To read',
        '/chat Chat',
        '/analytics Analytics',
        '/team Team',
        '/master-admin Master Admin',
      ],
    ],
    ['a team member, top bar', employee, 'topBar', ['/chat Chat']],
    [
      'an admin, sidebar',
      admin,
      'sidebar',
      [
        '/ Dashboard',
        '/documents Documents',
        '/approvals Approvals',
        '/to-read To read',
        '/chat AI Assistant',
        '/analytics Analytics',
        '/team Team Management',
      ],
    ],
    [
      'an operator, sidebar (decision 13)',
      operator,
      'sidebar',
      [
        '/ Dashboard',
        '/documents Documents',
        '/approvals Approvals',
        '/to-read To read',
        '/chat AI Assistant',
        '/analytics Analytics',
        '/team Team Management',
        '/master-admin Master Admin',
      ],
    ],
    [
      'a team member, sidebar',
      employee,
      'sidebar',
      ['/documents Documents', '/approvals Approvals', '/to-read To read', '/chat AI Assistant'],
    ],
    ['someone without an organization', fixedSession(null), 'topBar', []],
    [
      'an operator without an organization (decision 8)',
      operatorAlone,
      'topBar',
      ['/master-admin Master Admin'],
    ],
    [
      'an admin, user menu',
      admin,
      'userMenu',
      [
        '/settings Organization settings',
        '/approvals/rules Approval rules',
        '/documents/synonyms Synonyms',
        '/profile Profile',
        '/sessions Your sessions',
      ],
    ],
  ] as const)('%s', (_who, session, menu, expected) => {
    expect(items(session, menu).map(({ label, to }) => `${to} ${label}`)).toEqual(expected)
  })
})

describe('the current link', () => {
  it.each([
    ['its own address', '/documents', admin, 'Documents'],
    ['an address below it', '/documents/1/versions', admin, 'Documents'],
    ['home', '/', admin, 'Dashboard'],
    ["home, for a team member's", '/', employee, 'Chat'],
    ['no link', '/elsewhere', admin, undefined],
  ] as const)('at %s', (_, path, session, label) => {
    expect(current(path, session)).toBe(label)
  })
})

describe('a page that no link leads to', () => {
  const found = (session: Session) =>
    pagesBelow({ remotes: declaredRemotes, session, path: '/' }).map(({ label }) => label)

  it('has the link that it belongs to as the current one', () => {
    expect(current('/users')).toBe('Team')
    expect(current('/users', employee)).toBe('Chat')
  })

  it('is found by those who may see it and the link above it', () => {
    const learned = ['Gaps', 'Verified answers', 'Golden questions', 'Assistant settings']
    expect(found(admin)).toEqual([...learned, 'Audit trail', 'User Management'])
    expect(found(fixedSession('manager'))).toEqual(['Gaps', 'User Management'])
    expect(found(employee)).toEqual(['Gaps'])
    expect(found(operatorAlone)).toEqual([
      'Sent mail',
      'Deletions',
      'Erasures',
      'Remotes',
      'Operations',
      'Audit trail',
    ])
  })
})
