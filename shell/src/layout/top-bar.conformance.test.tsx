// @vitest-environment happy-dom
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type LayoutUnderTest, openUserMenu, renderLayout } from '../testing/render-layout.tsx'

const renderTopBar = (options: LayoutUnderTest = {}) => renderLayout({ ...options, chosen: 'topbar' })

describe('product §2: the top bar', () => {
  it('is chosen in the user menu, and remembered (decision 13)', async () => {
    const { user } = renderLayout()
    await openUserMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Top bar layout' }))
    expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy()
    expect(localStorage.getItem('portal_layout')).toBe('topbar')
  })

  it('shows the links, the current one marked, the organization as home link, and the screen', () => {
    renderTopBar()
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

  it.each([
    ['/', 'Dashboard'],
    ['/analytics', 'Analytics'],
    ['/documents', 'Documents'],
    ['/documents/1/versions', 'Documents'],
    ['/chat', 'Chat'],
    ['/users', 'Team'],
    ['/team', 'Team'],
    ['/master-admin', 'Master Admin'],
    ['/elsewhere', null],
  ])('marks at %s: %s', (path, label) => {
    renderTopBar({ path, session: fixedSession('admin', { isMasterAdmin: true }) })
    for (const name of ['Main', 'Pages']) {
      const links = within(screen.getByRole('navigation', { name })).getAllByRole('link')
      const current = links.filter((link) => link.getAttribute('aria-current') === 'page')
      expect(current.map((link) => link.textContent)).toEqual(label === null ? [] : [label])
    }
  })

  const top = ['Dashboard', 'Documents', 'Chat', 'Analytics', 'Team']
  const operator = { isMasterAdmin: true }
  it.each([
    ['an admin', fixedSession('admin'), top],
    ['a facilitator', fixedSession('facilitator'), top],
    ['a manager', fixedSession('manager'), top],
    ['a team_member', fixedSession('team_member'), ['Chat']],
    ['an operator', fixedSession('manager', operator), [...top, 'Master Admin']],
    ['an operator who is a team_member', fixedSession('team_member', operator), ['Chat', 'Master Admin']],
    ['an operator without an organization', fixedSession(null, operator), ['Master Admin']],
  ] as const)(
    'shows the same links to %s in the bar, in the row and in the menu',
    async (_, session, labels) => {
      const { user } = renderTopBar({ session })
      const linksIn = (name: string) =>
        within(screen.getByRole('navigation', { name }))
          .getAllByRole('link')
          .map((link) => link.textContent)
      expect(linksIn('Main')).toEqual(labels)
      expect(linksIn('Pages')).toEqual(labels)
      await user.click(screen.getByRole('button', { name: 'Open menu' }))
      await screen.findByRole('dialog')
      expect(linksIn('Menu')).toEqual(labels)
    },
  )

  it('has no links for someone without an organization, whose way home bears the product', () => {
    renderTopBar({ session: fixedSession(null) })
    expect(within(screen.getByRole('navigation', { name: 'Main' })).queryAllByRole('link')).toEqual([])
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Open menu' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Portal, home' }).getAttribute('href')).toBe('/')
  })

  it('is what someone without an organization gets (decision 13)', async () => {
    const { user } = renderLayout({ session: fixedSession(null) })
    expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull()
    await openUserMenu(user)
    await screen.findByRole('menuitem', { name: 'Settings' })
    expect(screen.queryByRole('menuitem', { name: /layout$/ })).toBeNull()
  })

  it('names each control by what is seen on it', () => {
    renderTopBar()
    expect(screen.getByRole('button', { name: 'Search or ask' }).getAttribute('aria-label')).toBeNull()
    expect(screen.getByRole('button', { name: /account menu$/ }).getAttribute('aria-label')).toBeNull()
  })

  it('has a row of links and a slide-in menu for small screens', async () => {
    const { user } = renderTopBar()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).getByText('Team')).toBeTruthy()
  })
})
