// @vitest-environment happy-dom
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/profile.tsx'

const digest = 'GET /api/notifications/settings'
const renderProfile = (session = fixedSession('team_member'), responses: ScreenSetup['responses'] = {}) =>
  renderScreen(Screen, {
    path: '/profile',
    session,
    responses: {
      'GET /api/profile/erasure': () => Response.json({ askedAt: null }),
      [digest]: () => Response.json({ hasDigest: true, hour: 7, timeZone: 'UTC', problem: null }),
      ...responses,
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

it('leads to where name and password are changed, if the identity provider has a page for it', () => {
  const session = fixedSession('team_member')
  const settings = { ...session.settings, accountUrl: 'https://login.halden.example/account' }
  renderProfile({ ...session, settings })
  const account = screen.getByRole('link', { name: 'Change name or password' })
  expect(account.getAttribute('href')).toBe('https://login.halden.example/account')
})

it('a theme is shown at once and kept in this browser', async () => {
  const { person } = renderProfile()
  await person.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('portal_theme')).toBe('dark')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Same as the device')
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

const upload = 'PUT /api/profile/picture'

it('a picture is uploaded and removed; one that is too large is refused without being sent', async () => {
  const session = fixedSession('team_member')
  const person = session.person && { ...session.person, profileImageUrl: '/api/users/me/picture?v=1' }
  const removal = 'DELETE /api/profile/picture'
  const responses = {
    [upload]: () => Response.json({ url: '/api/users/me/picture?v=2' }),
    [removal]: () => Response.json({ url: null }),
  }
  const rendered = renderProfile({ ...session, person }, responses)
  const input = screen.getByLabelText<HTMLInputElement>('File of the picture')
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' })
  await rendered.person.upload(input, large)
  expect(screen.getByRole('alert').textContent).toContain('larger than 10 MB')
  expect(rendered.server.requests(upload)).toEqual([])
  await rendered.person.upload(input, new File(['png'], 'me.png', { type: 'image/png' }))
  await waitFor(() => expect(rendered.server.requests(upload)).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: 'Picture changed' }))
  await rendered.person.click(screen.getByRole('button', { name: 'Remove picture' }))
  await waitFor(() => expect(rendered.server.requests(removal)).toHaveLength(1))
})

it('without a picture there is none to remove, and a refusal is said in the words of the server', async () => {
  const { person } = renderProfile(fixedSession('team_member'), {
    [upload]: () => errorResponse(415, 'Only PNG, JPEG and WebP pictures are allowed.'),
  })
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
  const input = screen.getByLabelText<HTMLInputElement>('File of the picture')
  await person.upload(input, new File(['svg'], 'me.png', { type: 'image/png' }))
  const said = { description: 'Only PNG, JPEG and WebP pictures are allowed.' }
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject(said))
})

it('one downloads what the portal keeps of one', async () => {
  const saved = catchSavedFiles()
  const { person } = renderProfile(fixedSession('team_member'), {
    'GET /api/profile/export': () => fileResponse('attachment; filename="your-data.zip"'),
  })
  const link = screen.getByRole('link', { name: 'Download your data' })
  expect(link.getAttribute('href')).toBe('/api/profile/export')
  await person.click(link)
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['your-data.zip']))
})

it('one reads why that cannot be downloaded, as with a token', async () => {
  const said = 'A token cannot do this. Please log in with your browser.'
  const { person } = renderProfile(fixedSession('team_member'), {
    'GET /api/profile/export': () => errorResponse(403, said),
  })
  await person.click(screen.getByRole('link', { name: 'Download your data' }))
  await waitFor(() => expect(readToasts().toasts[0]).toMatchObject({ description: said }))
})
