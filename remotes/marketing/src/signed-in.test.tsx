// @vitest-environment happy-dom
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Screen as Contact } from './routes/contact.tsx'
import { Screen as Landing } from './routes/landing.tsx'
import { Screen as Terms } from './routes/terms.tsx'
import { renderPublic } from './testing/render-public.tsx'

const operator = { isMasterAdmin: true }

/** Who is logged in, and where the start page of their session is (product §2, decision 8). */
const people = [
  { name: 'a manager', session: fixedSession('manager'), way: 'Dashboard', to: '/' },
  { name: 'an employee', session: fixedSession('team_member'), way: 'AI Assistant', to: '/' },
  { name: 'a person without an organization', session: fixedSession(null), way: 'Get Started', to: '/' },
  {
    name: 'an operator without an organization',
    session: fixedSession(null, operator),
    ...{ way: 'Master Admin', to: '/master-admin' },
  },
  { name: 'an operator with one', session: fixedSession('admin', operator), way: 'Dashboard', to: '/' },
] as const

describe.each(people)('on a public page $name, being logged in,', ({ session, way, to }) => {
  it.each([
    { page: 'Terms', Screen: Terms },
    { page: 'Contact', Screen: Contact },
    { page: 'the landing page', Screen: Landing },
  ])('goes from $page to the start page of the session, and is not asked to log in', async ({ Screen }) => {
    const { navigations } = renderPublic(Screen, { session }, '/terms')
    const header = within(screen.getByRole('banner'))
    expect(header.queryByRole('link', { name: /^log ?in$/i })).toBeNull()
    await userEvent.click(header.getByRole('link', { name: way }))
    expect(navigations).toEqual([to])
  })

  it('can log out, in small windows from the menu', async () => {
    const { navigations } = renderPublic(Terms, { session }, '/terms')
    const header = within(screen.getByRole('banner'))
    await userEvent.click(header.getByRole('button', { name: 'Log out' }))
    expect(navigations).toEqual(['/api/logout'])
    await userEvent.click(header.getByRole('button', { name: 'Menu' }))
    const menu = within(header.getByRole('navigation', { name: 'Menu' }))
    await userEvent.click(menu.getByRole('button', { name: 'Log out' }))
    expect(navigations).toEqual(['/api/logout', '/api/logout'])
  })
})

it('a visitor has nothing to log out of', () => {
  renderPublic(Terms, {}, '/terms')
  screen.getByRole('link', { name: 'Login' })
  expect(screen.queryAllByRole('button', { name: 'Log out', hidden: true })).toEqual([])
})
