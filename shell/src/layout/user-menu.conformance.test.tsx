// @vitest-environment happy-dom
import type { Role } from '@portal/contracts/permissions'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { openUserMenu, renderLayout } from '../testing/render-layout.tsx'

/** An image of a browser that has it already. */
class LoadedImage extends EventTarget {
  readonly complete = true
  readonly naturalWidth = 1
  src = ''
}

describe('product §2: the user menu', () => {
  it('stands under the profile image where there is one', () => {
    vi.stubGlobal('Image', LoadedImage)
    const session = fixedSession('admin')
    const person = session.person && { ...session.person, profileImageUrl: '/api/pictures/1' }
    renderLayout({ session: { ...session, person } })
    const button = screen.getByRole('button', { name: 'Ingrid Solberg, account menu' })
    expect(button.querySelector('img')?.getAttribute('src')).toBe('/api/pictures/1')
    vi.unstubAllGlobals()
  })

  it.each([
    ['the first letter of the first name', {}, 'I', 'Ingrid Solberg'],
    ['else of the e-mail address', { firstName: null, lastName: null }, 'I', 'ingrid@halden.test'],
    ['else U', { firstName: null, lastName: null, email: null }, 'U', 'Logged in'],
  ])('stands under %s', async (_, changes, initial, name) => {
    const session = fixedSession('admin')
    const { person } = session
    if (!person) throw new Error('The session has no person')
    const { user } = renderLayout({ session: { ...session, person: { ...person, ...changes } } })
    const button = screen.getByRole('button', { name: `${name}, account menu` })
    expect(within(button).getByText(initial, { exact: true })).toBeTruthy()
    await openUserMenu(user)
    expect((await screen.findByRole('menu')).textContent).toContain(name)
  })

  it.each([
    ['admin', 'Admin'],
    ['facilitator', 'Facilitator'],
    ['manager', 'Manager'],
    ['team_member', 'Employee'],
  ] as const)('says that %s is %s', async (role: Role, word) => {
    const { user } = renderLayout({ session: fixedSession(role) })
    await openUserMenu(user)
    const menu = await screen.findByRole('menu')
    expect(within(menu).getByText(word)).toBeTruthy()
    expect(within(menu).getByText('ingrid@halden.test')).toBeTruthy()
  })

  it('closes on Settings, which does nothing else', async () => {
    const { user, events } = renderLayout()
    await openUserMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(events).toEqual([])
  })

  it.each(['admin', 'team_member'] as const)('leads to the sessions of: %s', async (role) => {
    const { user, events } = renderLayout({ session: fixedSession(role) })
    await openUserMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Your sessions' }))
    expect(events).toEqual(['/sessions'])
  })

  it('offers no page that someone without an organization may not see (decision 56)', async () => {
    const { user } = renderLayout({ session: fixedSession(null) })
    await openUserMenu(user)
    await screen.findByRole('menuitem', { name: 'Settings' })
    expect(screen.queryByRole('menuitem', { name: 'Your sessions' })).toBeNull()
  })

  it('logs out', async () => {
    const { user, events } = renderLayout()
    await openUserMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    expect(events).toEqual(['logout'])
  })

  it('goes through light, dark and the device, and keeps the choice', async () => {
    const { user } = renderLayout()
    await openUserMenu(user)
    await user.click(await screen.findByRole('menuitem', { name: 'Theme: as the device' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    await user.click(screen.getByRole('menuitem', { name: 'Theme: light' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('portal_theme')).toBe('dark')
    await user.click(screen.getByRole('menuitem', { name: 'Theme: dark' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })
})
