import { fixedSession } from '@portal/remote-kit/test-portal'
import { describe, expect, it } from 'vitest'
import { declaredRemotes } from '../testing/declared-remotes.ts'
import type { NavigationView } from './navigation-items.ts'
import { namedPages, navigationItems, offeredActs } from './navigation-items.ts'

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
  const linked = new Set(declaredRemotes.flatMap(({ navigation }) => navigation.map(({ to }) => to)))
  const named = (session: Session) => namedPages({ remotes: declaredRemotes, session, path: '/' })
  const found = (session: Session) =>
    named(session)
      .filter(({ to }) => !linked.has(to))
      .map(({ label }) => label)

  it('has the link that it belongs to as the current one', () => {
    expect(current('/users')).toBe('Team')
    expect(current('/users', employee)).toBe('Chat')
  })

  it('is found by those who may see it and the link above it', () => {
    const learned = ['Gaps', 'Verified answers', 'Golden questions', 'Assistant settings']
    const cared = ['Recently deleted', 'Ingestion health', 'Contradictions']
    expect(found(admin)).toEqual([...learned, ...cared, 'Audit trail', 'User Management'])
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

  it('is named once, though a menu or both layouts link to it, and by a rule that may only be read', () => {
    const count = (session: Session, page: string) => named(session).filter(({ to }) => to === page).length
    expect(count(admin, '/approvals/rules')).toBe(1)
    expect(count(fixedSession('manager'), '/approvals/rules')).toBe(1)
    expect(count(employee, '/approvals/rules')).toBe(0)
    expect(count(admin, '/documents')).toBe(1)
  })

  it('is called as the layout calls it, and found by the name of the other one too', () => {
    const view = { remotes: declaredRemotes, session: admin, path: '/' }
    const chat = (layout: 'topbar' | 'sidebar') => namedPages(view, layout).find(({ to }) => to === '/chat')
    expect(chat('sidebar')).toEqual({ label: 'AI Assistant', to: '/chat', words: 'Chat AI Assistant' })
    expect(chat('topbar')?.label).toBe('Chat')
  })

  it("is among an employee's pages, though their top bar links to the assistant alone", () => {
    expect(named(employee).map(({ to }) => to)).toEqual([
      ...['/chat', '/documents', '/approvals', '/to-read', '/gaps', '/profile', '/sessions'],
    ])
  })
})

describe('what remotes offer to do', () => {
  const offered = (session: Session) =>
    offeredActs({ remotes: declaredRemotes, session, path: '/' }).map(({ label }) => label)
  const ofEveryone = ['New conversation', 'Ask as of a date', 'Set an absence', 'See all notifications']
  const ofStewards = [
    ...['Upload documents', 'Make an evidence pack', 'Add an approval rule', 'Add synonyms'],
    ...['Add a golden question', 'Invite a team member'],
  ]

  it.each([
    ['an admin', admin, [...ofEveryone, ...ofStewards, 'Create a department']],
    ['a facilitator', fixedSession('facilitator'), [...ofEveryone, ...ofStewards]],
    ['a manager', fixedSession('manager'), [...ofEveryone, 'Invite a team member']],
    // They may invite, but Team Management is not theirs.
    ['an employee', employee, ofEveryone],
    ['somebody without an organization', fixedSession(null), []],
    ['a visitor', fixedSession(null, { person: null }), []],
    ['an operator without an organization', operatorAlone, ['Add an organization', 'Add a user']],
  ] as const)('%s', (_who, session, expected) => {
    expect(offered(session).toSorted()).toEqual(expected.toSorted())
  })

  it('is nothing of a feature that the organization has switched off', () => {
    const organization = { id: 7, name: 'Halden Medical', featuresOff: ['assistant', 'evidence-packs'] }
    const left = offered(fixedSession('admin', { organization }))
    expect(left).toContain('Upload documents')
    expect(left).not.toContain('Ask as of a date')
    expect(left).not.toContain('Make an evidence pack')
  })
})
