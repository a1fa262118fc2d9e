// @vitest-environment happy-dom
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { screen, waitFor, within } from '@testing-library/react'
import type userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/get-started.tsx'
import { currentUser } from './testing/fixed-user.ts'

/** Product §2, onboarding. */
const cards = ['Organization Setup', 'Document Management', 'AI Assistant', 'Team Collaboration']

/** Product §5 and decision 46. */
const names = [
  { typed: '', isAccepted: false },
  { typed: 'A', isAccepted: false },
  { typed: '  A  ', isAccepted: false },
  { typed: 'AB', isAccepted: true },
  { typed: '  شركة  ', isAccepted: true },
]

/** Product §8: what the toast says for what the server answers. */
const failures = [
  {
    response: Response.json(
      { message: 'You already belong to an organization', code: 'conflict' },
      { status: 409 },
    ),
    description: 'You already belong to an organization',
  },
  { response: new Response('', { status: 500 }), description: 'Failed to create organization' },
]

const tooShort = 'Organization name must be at least 2 characters'
const toastShown = () => readToasts().toasts[0]

const registered = { 'GET /api/auth/user': () => Response.json(currentUser()) }

const account = 'https://login.halden.example/account'

function renderPage(responses: ScreenSetup['responses'] = registered) {
  const refreshSession = vi.fn()
  const session = fixedSession(null)
  const rendered = renderScreen(Screen, {
    session: { ...session, settings: { ...session.settings, accountUrl: account } },
    responses,
    onRefreshSession: refreshSession,
  })
  return { ...rendered, refreshSession }
}

async function type(person: ReturnType<typeof userEvent.setup>, name: string) {
  await person.click(screen.getByRole('button', { name: 'Get Started' }))
  if (name !== '') await person.type(nameField(), name)
  await person.click(screen.getByRole('button', { name: 'Create Organization' }))
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Organization Name' })

describe('product §2, §4, §5, §8: onboarding', () => {
  it('names the organization that has removed the person', async () => {
    const removedFrom = { name: 'Halden Medical', removedAt: '2026-01-31T09:00:00.000Z' }
    renderPage({ 'GET /api/auth/user': () => Response.json(currentUser({ removedFrom })) })
    expect((await screen.findByRole('status')).textContent).toContain('You were removed from Halden Medical')
  })

  it('offers what the profile does: the account, its sessions, the download, and asking to be erased', async () => {
    const session = {
      ...{ id: '0198e0c0-0000-7000-8000-000000000001', kind: 'browser', isCurrent: true, userAgent: null },
      ...{ createdAt: new Date().toISOString(), lastSeenAt: null, expiresAt: new Date().toISOString() },
    }
    const { person, server } = renderPage({
      ...registered,
      'GET /api/profile/erasure': () => Response.json({ askedAt: null }),
      'GET /api/auth/sessions': () => Response.json([session]),
    })
    expect(server.requests('GET /api/profile/erasure')).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Your account and data' }))
    const change = screen.getByRole('link', { name: 'Change name or password' })
    expect(change.getAttribute('href')).toBe(account)
    const download = screen.getByRole('link', { name: 'Download your data' })
    expect(download.getAttribute('href')).toBe('/api/profile/export')
    await screen.findByRole('button', { name: 'Ask to be erased' })
    await within(await screen.findByRole('list', { name: 'Logged-in browsers' })).findByText('This browser')
  })

  it('is what people without an organization see at /, titled Get Started', () => {
    expect(manifest.routes).toContainEqual({
      path: '/',
      screen: 'get-started',
      when: ['no-organization'],
      title: 'Get Started',
      layout: 'topbar',
    })
  })

  it.each(cards)('the welcome step has a card %s', (title) => {
    renderPage()
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })

  it('Get Started leads to the create step, Back returns and keeps what was typed', async () => {
    const { person } = renderPage()
    await person.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
    await person.type(nameField(), 'Halden')
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('heading', { name: cards[0] ?? '' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Get Started' }))
    await person.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(nameField().value).toBe('Halden')
  })

  it('a typed name is asked about before it is lost, from either step, until it is sent (decision 79)', async () => {
    const { person } = renderPage({ 'POST /api/organizations': () => new Promise(() => undefined) })
    await person.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(hasUnsavedText()).toBe(false)
    await person.type(nameField(), 'Halden')
    expect(hasUnsavedText()).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(hasUnsavedText()).toBe(true)
    await person.click(screen.getByRole('button', { name: 'Get Started' }))
    await person.click(screen.getByRole('button', { name: 'Create Organization' }))
    await screen.findByRole('button', { name: 'Creating...' })
    expect(hasUnsavedText()).toBe(false)
  })

  it.each(names)('the name "$typed" is accepted: $isAccepted', async ({ typed, isAccepted }) => {
    const { person, server } = renderPage()
    await type(person, typed)
    expect(screen.queryByText(tooShort) === null).toBe(isAccepted)
    expect(server.requests('POST /api/organizations')).toHaveLength(isAccepted ? 1 : 0)
    if (!isAccepted) expect(document.activeElement).toBe(nameField())
  })

  it('while the request runs everything is disabled and the submit label reads Creating...', async () => {
    const { person } = renderPage({ 'POST /api/organizations': () => new Promise(() => undefined) })
    await type(person, 'Halden Medical')
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating...' })
    expect(submit.disabled).toBe(true)
    expect(nameField().disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true)
  })

  it('success shows the toast, reads current user and session again, and goes to the new home', async () => {
    const { person, server, refreshSession, navigations } = renderPage({
      'GET /api/auth/user': () => Response.json(currentUser()),
      'POST /api/organizations': () =>
        Response.json({ id: 7, name: 'Halden Medical', code: 'HALDEN' }, { status: 201 }),
    })
    await type(person, '  Halden Medical ')
    await waitFor(() => expect(navigations.at(-1)).toBe('/'))
    expect(toastShown()).toMatchObject({
      title: 'Success!',
      description: 'Your organization has been created successfully.',
    })
    expect(server.requests('POST /api/organizations').map(({ body }) => body)).toEqual([
      { name: 'Halden Medical' },
    ])
    expect(server.requests('GET /api/auth/user')).toHaveLength(2)
    expect(refreshSession).toHaveBeenCalledOnce()
  })

  it.each(failures)('a failure shows the toast Error: $description', async ({ response, description }) => {
    const { person } = renderPage({ 'POST /api/organizations': () => response.clone() })
    await type(person, 'Halden Medical')
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
    expect(nameField().value).toBe('Halden Medical')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Organization' }).disabled).toBe(
      false,
    )
  })

  it('decision 59: whoever has an organization from another tab meanwhile goes home to it', async () => {
    const refused = { message: 'You already belong to an organization', code: 'already_member' }
    const { person, navigations, refreshSession } = renderPage({
      'POST /api/organizations': () => Response.json(refused, { status: 409 }),
    })
    await type(person, 'Halden Medical')
    await waitFor(() => expect(navigations.at(-1)).toBe('/'))
    expect(refreshSession).toHaveBeenCalledOnce()
    expect(toastShown()).toMatchObject({ title: 'Error', description: refused.message })
  })

  it('an operator without an organization is offered Master Admin beside onboarding', async () => {
    renderScreen(Screen, { session: fixedSession(null, { isMasterAdmin: true }) })
    expect(screen.getByRole('link', { name: 'Master Admin' }).getAttribute('href')).toBe('/master-admin')
  })
})
