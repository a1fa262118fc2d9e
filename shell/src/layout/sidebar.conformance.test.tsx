// @vitest-environment happy-dom
import { fixedSession } from '@portal/remote-kit/test-portal'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openUserMenu, renderLayout } from '../testing/render-layout.tsx'

describe('product §2: the sidebar variant', () => {
  it('names the page in its header, and on the start page has the specified words', () => {
    renderLayout({ title: 'Document Library' })
    expect(screen.getByText('Document Library')).toBeTruthy()
    expect(screen.queryByText('Compliance Dashboard')).toBeNull()
  })

  it('names the page only once its own heading, which says the same, is scrolled out of sight', () => {
    renderLayout({ title: 'Document Library' })
    const heading = screen.getByRole('heading', { name: 'The screen' })
    const scroll = (bottom: number) =>
      act(() => {
        heading.getBoundingClientRect = () => new DOMRect(0, bottom - 24, 100, 24)
        dispatchEvent(new Event('scroll'))
      })
    const isHidden = () => screen.getByText('Document Library').classList.contains('invisible')
    scroll(100)
    expect(isHidden()).toBe(true)
    scroll(-10)
    expect(isHidden()).toBe(false)
  })

  it('is the default (decision 13), and has the specified words', () => {
    renderLayout({ path: '/' })
    expect(screen.getByText('Compliance Dashboard')).toBeTruthy()
    expect(screen.getByText("Monitor and manage your organization's compliance")).toBeTruthy()
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' })
    expect(
      within(within(sidebar).getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Documents', 'AI Assistant', 'Analytics', 'Team Management'])
  })

  it('is chosen again in the user menu, and remembered', async () => {
    const { user } = renderLayout({ chosen: 'topbar' })
    await openUserMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Sidebar layout' }))
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBeTruthy()
    expect(localStorage.getItem('portal_layout')).toBe('sidebar')
  })

  it('leads operators to Master Admin (decision 13)', () => {
    renderLayout({ session: fixedSession(null, { isMasterAdmin: true }) })
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }))
    expect(sidebar.getByRole('link', { name: 'Master Admin' }).getAttribute('href')).toBe('/master-admin')
  })

  it('lists the departments with their colour, their count, and links to their documents', async () => {
    renderLayout()
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

  it.each(['sidebar', 'topbar'] as const)("shows the organization's logo where it has one: %s", (chosen) => {
    const session = fixedSession('admin')
    const logoUrl = '/api/organization/logo?v=1'
    const organization = session.organization && { ...session.organization, logoUrl }
    renderLayout({ chosen, session: { ...session, organization } })
    expect(document.querySelector('a[href="/"] img')?.getAttribute('src')).toBe(logoUrl)
  })

  it('shows who is there with role and logout button', async () => {
    const { user, events } = renderLayout({ session: fixedSession('team_member') })
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' })
    expect(within(sidebar).getByText('Ingrid Solberg')).toBeTruthy()
    expect(within(sidebar).getByText('Employee')).toBeTruthy()
    await user.click(within(sidebar).getByRole('button', { name: 'Log out' }))
    expect(events).toEqual(['logout'])
  })

  it('collapses to a drawer on small screens, with everything that the sidebar has', async () => {
    const { user, events } = renderLayout()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(drawer.getAllByText('Halden Medical')).toHaveLength(1)
    const main = within(drawer.getByRole('navigation', { name: 'Main' }))
    expect(main.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Documents',
      'AI Assistant',
      'Analytics',
      'Team Management',
    ])
    const departmentLinks = await drawer.findByRole('navigation', { name: 'Departments' })
    expect(within(departmentLinks).getAllByRole('link')).toHaveLength(2)
    expect(drawer.getByText('Admin')).toBeTruthy()
    await user.click(main.getByText('Team Management'))
    expect(events).toEqual(['/team'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows a team_member the links of decision 11', () => {
    renderLayout({ session: fixedSession('team_member'), path: '/team' })
    const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }))
    const links = within(sidebar.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Documents', 'AI Assistant'])
  })

  it("is the assistant's own layout: its title in the header, no toggle in the menu", async () => {
    const { user } = renderLayout({ isFixed: true, isHeading: true, chosen: 'topbar' })
    expect(screen.getByRole('heading', { name: 'AI Assistant', level: 1 })).toBeTruthy()
    await openUserMenu(user)
    expect(screen.queryByRole('menuitem', { name: /layout$/ })).toBeNull()
  })

  it('leaves the heading to pages of the assistant that have their own', () => {
    renderLayout({ isFixed: true, title: 'Gaps' })
    expect(screen.getByText('Gaps')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)).toEqual(['The screen'])
  })
})
