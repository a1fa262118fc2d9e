// @vitest-environment happy-dom
import type { Role } from '@portal/contracts/permissions'
import type { Session } from '@portal/contracts/session'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Chrome } from './chrome.tsx'
import { specifiedNavigation } from './test-remotes.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const departments = [
  { id: 1, name: 'Legal & Compliance', color: '#3B82F6', createdAt: '2026-01-01T00:00:00.000Z' },
  { id: 4, name: 'Hostile', color: '#10B981;background:url(x)', createdAt: '2026-01-01T00:00:00.000Z' },
]

function layout(options: { session?: Session; layout?: 'topbar' | 'sidebar'; path?: string } = {}) {
  const events: string[] = []
  const session = options.session ?? fixedSession('admin')
  render(
    <TestPortal
      session={session}
      path={options.path ?? '/documents'}
      answer={() => Response.json(departments)}
      onNavigate={(to) => events.push(to)}
    >
      <Chrome
        session={session}
        remotes={specifiedNavigation}
        path={options.path ?? '/documents'}
        layout={options.layout ?? 'topbar'}
        title="AI Assistant"
        onLogout={() => events.push('logout')}
      >
        <h1>The screen</h1>
      </Chrome>
    </TestPortal>,
  )
  return { events, user: userEvent.setup() }
}

const openMenu = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: /account menu$/ }))

describe('specification §2: the top bar', () => {
  it('shows the links, the current one marked, the organization as home link, and the screen', () => {
    layout()
    const main = screen.getByRole('navigation', { name: 'Main' })
    expect(
      within(main)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Documents', 'Chat', 'Analytics', 'Team'])
    expect(within(main).getByText('Documents').getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Halden Medical, home' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('heading', { name: 'The screen' })).toBeTruthy()
  })

  it('names each control by what is seen on it', () => {
    layout()
    expect(screen.getByRole('button', { name: 'Search or ask' }).getAttribute('aria-label')).toBeNull()
    expect(screen.getByRole('button', { name: /account menu$/ }).getAttribute('aria-label')).toBeNull()
  })

  it('has a row of links and a slide-in menu for small screens', async () => {
    const { user } = layout()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).getByText('Team')).toBeTruthy()
  })
})

describe('specification §2: the user menu', () => {
  it.each([
    ['the first letter of the first name', {}, 'I', 'Ingrid Solberg'],
    ['else of the e-mail address', { firstName: null, lastName: null }, 'I', 'ingrid@halden.test'],
    ['else U', { firstName: null, lastName: null, email: null }, 'U', 'Signed in'],
  ])('stands under %s', async (_, changes, initial, name) => {
    const session = fixedSession('admin')
    const { person } = session
    if (!person) throw new Error('The session has no person')
    const { user } = layout({ session: { ...session, person: { ...person, ...changes } } })
    const button = screen.getByRole('button', { name: `${name}, account menu` })
    expect(within(button).getByText(initial, { exact: true })).toBeTruthy()
    await openMenu(user)
    expect((await screen.findByRole('menu')).textContent).toContain(name)
  })

  it.each([
    ['admin', 'Admin'],
    ['facilitator', 'Facilitator'],
    ['manager', 'Manager'],
    ['team_member', 'Employee'],
  ] as const)('says that %s is %s', async (role: Role, word) => {
    const { user } = layout({ session: fixedSession(role) })
    await openMenu(user)
    const menu = await screen.findByRole('menu')
    expect(within(menu).getByText(word)).toBeTruthy()
    expect(within(menu).getByText('ingrid@halden.test')).toBeTruthy()
  })

  it('closes on Settings, which does nothing else', async () => {
    const { user, events } = layout()
    await openMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(events).toEqual([])
  })

  it.each(['admin', 'team_member'] as const)('leads to the sessions of: %s', async (role) => {
    const { user, events } = layout({ session: fixedSession(role) })
    await openMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Your sessions' }))
    expect(events).toEqual(['/sessions'])
  })

  it('offers no page that someone without an organization may not see (decision 56)', async () => {
    const { user } = layout({ session: fixedSession(null) })
    await openMenu(user)
    await screen.findByRole('menuitem', { name: 'Settings' })
    expect(screen.queryByRole('menuitem', { name: 'Your sessions' })).toBeNull()
  })

  it('logs out', async () => {
    const { user, events } = layout()
    await openMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    expect(events).toEqual(['logout'])
  })

  it('goes through light, dark and the device, and keeps the choice', async () => {
    const { user } = layout()
    await openMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Theme: as the device' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    await user.click(screen.getByRole('menuitem', { name: 'Theme: light' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('portal_theme')).toBe('dark')
    await user.click(screen.getByRole('menuitem', { name: 'Theme: dark' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })
})

describe('specification §2: the sidebar variant', () => {
  it('is chosen in the user menu, remembered, and has the specified words', async () => {
    const { user } = layout()
    await openMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Sidebar layout' }))
    expect(screen.getByText('Compliance Dashboard')).toBeTruthy()
    expect(screen.getByText("Monitor and manage your organization's compliance")).toBeTruthy()
    expect(localStorage.getItem('portal_layout')).toBe('sidebar')
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' })
    expect(
      within(within(sidebar).getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Documents', 'AI Assistant', 'Analytics', 'Team Management'])
  })

  it('lists the departments with their colour, their count, and links to their documents', async () => {
    layout({ layout: 'sidebar' })
    const group = await screen.findByRole('navigation', { name: 'Departments' })
    const links = within(group).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Legal & Compliance', '/documents?department=1'],
      ['Hostile', '/documents?department=4'],
    ])
    expect(links.map((link) => link.querySelector('circle')?.getAttribute('fill'))).toEqual([
      '#3B82F6',
      'currentColor',
    ])
    const brand = screen.getByRole('link', { name: 'Halden Medical 2 departments home' })
    expect(brand.getAttribute('href')).toBe('/')
  })

  it('shows who is there with role and logout button', async () => {
    const { user, events } = layout({ layout: 'sidebar', session: fixedSession('team_member') })
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' })
    expect(within(sidebar).getByText('Ingrid Solberg')).toBeTruthy()
    expect(within(sidebar).getByText('Employee')).toBeTruthy()
    await user.click(within(sidebar).getByRole('button', { name: 'Log out' }))
    expect(events).toEqual(['logout'])
  })

  it("is the assistant's own layout: its title in the header, no toggle in the menu", async () => {
    const { user } = layout({ layout: 'sidebar' })
    expect(screen.getByRole('heading', { name: 'AI Assistant', level: 1 })).toBeTruthy()
    await openMenu(user)
    expect(screen.queryByRole('menuitem', { name: /layout$/ })).toBeNull()
  })
})

describe('the command palette', () => {
  it('opens with Ctrl+K, is used by keyboard alone, and goes where Enter says', async () => {
    const { user, events } = layout()
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox')
    await user.type(box, 'an')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'AnalyticsGo to',
      'anAsk the assistant',
    ])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(events).toEqual(['/chat?question=an'])
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})
