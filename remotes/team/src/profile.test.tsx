// @vitest-environment happy-dom
import { renderScreen } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/profile.tsx'

const digest = 'GET /api/notifications/settings'
const renderProfile = (session = fixedSession('team_member')) =>
  renderScreen(Screen, {
    path: '/profile',
    session,
    responses: {
      'GET /api/profile/erasure': () => Response.json({ askedAt: null }),
      [digest]: () => Response.json({ hasDigest: true, hour: 7, timeZone: 'UTC', problem: null }),
    },
  })

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})

it('is in the user menu of everybody who has an organization, and of operators', () => {
  expect(manifest.navigation.find(({ to }) => to === '/profile')).toMatchObject({
    userMenu: ['member', 'team-member', 'operator'],
  })
})

it('shows who one is, what mails one gets, and the way to the sessions', async () => {
  const session = fixedSession('team_member')
  renderProfile(session)
  screen.getByText(session.organization?.name ?? 'no organization')
  expect(await screen.findByLabelText('Send me a mail with what is new and unread')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your sessions' }).getAttribute('href')).toBe('/sessions')
})

it('leads to the account where the identity provider has a page for it', () => {
  const session = fixedSession('team_member')
  const settings = { ...session.settings, accountUrl: 'https://login.halden.example/account' }
  renderProfile({ ...session, settings })
  const account = screen.getByRole('link', { name: 'Account' })
  expect(account.getAttribute('href')).toBe('https://login.halden.example/account')
})

it('a theme is shown at once and kept in this browser', async () => {
  const { person } = renderProfile()
  await person.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('portal_theme')).toBe('dark')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'As the device')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})

it('somebody without an organization is asked for no mails', () => {
  const { server } = renderProfile(fixedSession(null))
  expect(screen.queryByText('Daily mail')).toBeNull()
  expect(server.requests(digest)).toEqual([])
})

it('one asks to be erased after a question, and takes it back', async () => {
  const { person, server } = renderProfile()
  await person.click(await screen.findByRole('button', { name: 'Ask to be erased' }))
  const dialog = within(screen.getByRole('alertdialog'))
  const askedAt = '2026-03-01T09:00:00.000Z'
  server.now({
    'POST /api/profile/erasure': () => Response.json({ askedAt }),
    'GET /api/profile/erasure': () => Response.json({ askedAt }),
  })
  await person.click(dialog.getByRole('button', { name: 'Ask to be erased' }))
  const withdraw = await screen.findByRole('button', { name: 'Withdraw request' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  server.now({
    'DELETE /api/profile/erasure': () => Response.json({ askedAt: null }),
    'GET /api/profile/erasure': () => Response.json({ askedAt: null }),
  })
  await person.click(withdraw)
  expect(await screen.findByRole('button', { name: 'Ask to be erased' })).toBeTruthy()
  expect(server.requests('DELETE /api/profile/erasure')).toHaveLength(1)
})
