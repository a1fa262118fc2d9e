// @vitest-environment happy-dom
import type { InvitationView } from '@portal/contracts/invitations'
import { errorResponse, type FixedResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/invitation.tsx'
import { currentUser } from './testing/fixed-user.ts'

const reading = 'GET /api/invitations/by-token/t0k3n'
const accepting = 'POST /api/invitations/accept/t0k3n'
const never = () => new Promise<Response>(() => undefined)
const toastShown = () => readToasts().toasts[0]
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

function invited(state: InvitationView['state']): FixedResponse {
  return () =>
    Response.json({
      organizationName: 'Halden Medical',
      email: 'priya@halden.test',
      role: 'manager',
      state,
    })
}

interface PageSetup extends ScreenSetup {
  readonly isVisitor?: boolean
}

function renderPage({ isVisitor = false, responses = {}, ...rest }: PageSetup) {
  return renderScreen(Screen, {
    session: isVisitor ? anonymousSession() : fixedSession(null),
    params: { token: 't0k3n' },
    responses: { 'GET /api/auth/user': () => Response.json(currentUser()), ...responses },
    ...rest,
  })
}

/** Decision 47: what each state says, the button under it and where that leads. */
const states = [
  {
    state: 'not logged in',
    isVisitor: true,
    title: 'Please log in to accept this invitation',
    button: 'Log In to Continue',
    leadsTo: '/api/login',
  },
  {
    state: 'the session has ended',
    response: () => errorResponse(401, 'Unauthorized'),
    title: 'Please log in to accept this invitation',
    button: 'Log In to Continue',
    leadsTo: '/api/login',
  },
  {
    state: 'unknown, forged or revoked',
    response: () => errorResponse(404, 'Not found'),
    title: 'Invalid Link',
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'expired',
    response: invited('expired'),
    title: 'Invitation Expired',
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'accepted',
    response: invited('accepted'),
    title: 'Invitation Already Accepted',
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'a member already',
    response: invited('already-member'),
    title: 'Already in Organization',
    button: 'Go to Dashboard',
    leadsTo: '/',
  },
  {
    state: 'the role may no longer be given',
    response: invited('role-refused'),
    title: 'Invitation No Longer Valid',
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'another address',
    response: invited('other-address'),
    title: 'This invitation is for another address',
    button: 'Log out',
    leadsTo: '/api/logout',
  },
  { state: 'open', response: invited('open'), title: 'Join Halden Medical', button: 'Not Now', leadsTo: '/' },
]

describe('decisions 47 and 63: invitation page', () => {
  it('/invitation/:token is always available', () => {
    expect(manifest.routes).toContainEqual({
      path: '/invitation/:token',
      screen: 'invitation',
      when: ['always'],
      title: 'Invitation',
      layout: 'bare',
    })
  })

  it.each(states)('$state: $title', async ({ isVisitor, response, title, button: name, leadsTo }) => {
    const { person, navigations } = renderPage({
      ...(isVisitor ? { isVisitor } : {}),
      ...(response ? { responses: { [reading]: response } } : {}),
    })
    expect((await screen.findByRole('heading', { name: title })).tagName).toBe('H1')
    await person.click(button(name))
    expect(navigations).toEqual([leadsTo])
  })

  it('nothing is read for a visitor', () => {
    expect(renderPage({ isVisitor: true }).server.requests(reading)).toEqual([])
  })

  it('an open one names organization, address and role, and accepts by a click alone', async () => {
    const { server } = renderPage({ responses: { [reading]: invited('open') } })
    for (const text of ['Halden Medical', 'priya@halden.test', 'Manager'])
      expect(await screen.findByText(text)).toBeTruthy()
    expect(server.requests(accepting)).toEqual([])
  })

  it('another address is told which one, and which one is logged in', async () => {
    renderPage({ responses: { [reading]: invited('other-address') } })
    expect(await screen.findByText('priya@halden.test')).toBeTruthy()
    expect(screen.getByText('ingrid@halden.test')).toBeTruthy()
  })

  it('an unverified address says what to do, looks once more and goes on when it is verified', async () => {
    const { person, server } = renderPage({ responses: { [reading]: invited('unverified-address') } })
    expect(await screen.findByRole('heading', { name: 'Verify your e-mail address first' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Send the Mail Again' })).toBeNull()
    await person.click(button('I Have Verified It'))
    expect(await screen.findByText('The address is not verified yet.')).toBeTruthy()
    server.now({ [reading]: invited('open') })
    await person.click(button('I Have Verified It'))
    expect(await screen.findByRole('button', { name: 'Accept Invitation' })).toBeTruthy()
  })

  it('the verification mail is sent again from the account page', async () => {
    const { settings } = fixedSession(null)
    const session = fixedSession(null, { settings: { ...settings, accountUrl: 'https://accounts.test/me' } })
    renderPage({ session, responses: { [reading]: invited('unverified-address') } })
    const link = await screen.findByRole('link', { name: 'Send the Mail Again' })
    expect(link.getAttribute('href')).toBe('https://accounts.test/me')
  })

  it('a failure of another kind can be tried again', async () => {
    const { person, server } = renderPage({ responses: { [reading]: () => errorResponse(503, 'Busy.') } })
    expect(await screen.findByText('Busy.')).toBeTruthy()
    server.now({ [reading]: invited('open') })
    await person.click(button('Try again'))
    expect(await screen.findByRole('button', { name: 'Accept Invitation' })).toBeTruthy()
  })

  it('while it is accepted nothing can be pressed', async () => {
    const { person } = renderPage({ responses: { [reading]: invited('open'), [accepting]: never } })
    await person.click(await screen.findByRole('button', { name: 'Accept Invitation' }))
    expect(button('Accepting...').disabled).toBe(true)
    expect(button('Not Now').disabled).toBe(true)
  })

  it('accepted: the toast of joining, the session read again, and / inside the page', async () => {
    const onRefreshSession = vi.fn()
    const { person, navigations, server } = renderPage({
      onRefreshSession,
      responses: {
        [reading]: invited('open'),
        [accepting]: () => Response.json({ id: 3, name: 'Halden Medical', code: 'HALDEN' }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Accept Invitation' }))
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: "You've successfully joined the organization.",
    })
    expect(onRefreshSession).toHaveBeenCalledOnce()
    expect(server.requests(accepting)).toHaveLength(1)
  })

  it.each([
    {
      response: () => errorResponse(409, 'The invitation has expired.'),
      said: 'The invitation has expired.',
    },
    { response: () => new Response('', { status: 500 }), said: 'Failed to accept invitation' },
  ])('refused: Error, $said, and the page says how the invitation stands now', async ({ response, said }) => {
    const { person, server } = renderPage({
      responses: { [reading]: invited('open'), [accepting]: response },
    })
    await screen.findByRole('button', { name: 'Accept Invitation' })
    server.now({ [reading]: invited('expired') })
    await person.click(button('Accept Invitation'))
    expect(await screen.findByRole('heading', { name: 'Invitation Expired' })).toBeTruthy()
    expect(toastShown()).toMatchObject({ title: 'Error', description: said })
  })
})
