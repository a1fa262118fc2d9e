// @vitest-environment happy-dom
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { anonymousSession, fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/join.tsx'
import { currentUser } from './testing/fixed-user.ts'

const never = () => new Promise<Response>(() => undefined)
const user = () => Response.json(currentUser())
const member = () => Response.json(currentUser({ organizationId: 3, role: 'team_member' }))
const halden = () => Response.json({ name: 'Halden Medical', memberCount: 12 })
const lookUp = 'GET /api/organizations/by-code/k7Qx'
const joining = 'POST /api/organizations/join/k7Qx'

interface State {
  readonly state: string
  readonly isVisitor?: boolean
  readonly code?: string | null
  readonly responses: NonNullable<ScreenSetup['responses']>
  readonly texts: readonly string[]
  readonly button: string
  readonly leadsTo: string
}

/** Product §2, join page: what each state says, its button and where that leads. */
const states: readonly State[] = [
  {
    state: 'not logged in',
    isVisitor: true,
    responses: {},
    texts: ['Please log in to join this organization'],
    button: 'Log In to Continue',
    leadsTo: '/api/login',
  },
  {
    state: 'the session has ended',
    responses: {
      'GET /api/auth/user': user,
      [lookUp]: () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
    },
    texts: ['Please log in to join this organization'],
    button: 'Log In to Continue',
    leadsTo: '/api/login',
  },
  {
    state: 'unknown code',
    responses: { 'GET /api/auth/user': user },
    texts: ['Invalid Link', 'This organization link is invalid or has expired'],
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'code missing',
    code: null,
    responses: { 'GET /api/auth/user': user },
    texts: ['Invalid Link', 'This organization link is invalid or has expired'],
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'lookup error',
    responses: { 'GET /api/auth/user': user, [lookUp]: () => new Response('', { status: 500 }) },
    texts: ['Invalid Link', 'This organization link is invalid or has expired'],
    button: 'Go Home',
    leadsTo: '/',
  },
  {
    state: 'already in an organization',
    responses: { 'GET /api/auth/user': member, [lookUp]: halden },
    texts: ['Already in Organization', "You're already part of an organization"],
    button: 'Go to Dashboard',
    leadsTo: '/',
  },
  {
    state: 'able to join',
    responses: { 'GET /api/auth/user': user, [lookUp]: halden },
    texts: ['Halden Medical', '12 members', 'You join as Employee. An admin can change your role.'],
    button: 'Cancel',
    leadsTo: '/',
  },
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
  { response: new Response('', { status: 500 }), description: 'Failed to join organization' },
]

const toastShown = () => readToasts().toasts[0]

function renderPage({
  responses,
  isVisitor = false,
  code = 'k7Qx',
}: Pick<State, 'responses' | 'isVisitor' | 'code'>) {
  const refreshSession = vi.fn()
  const rendered = renderScreen(Screen, {
    session: isVisitor ? anonymousSession() : fixedSession(null),
    params: code === null ? {} : { code },
    responses,
    onRefreshSession: refreshSession,
  })
  return { ...rendered, refreshSession }
}

describe('product §2, §4, §8: join page', () => {
  it.each(['/join', '/join/:code'])('%s is always available, titled Join Organization', (path) => {
    expect(manifest.routes).toContainEqual({
      path,
      screen: 'join',
      when: ['always'],
      title: 'Join Organization',
      layout: 'bare',
    })
  })

  it.each(states)('$state', async (state) => {
    const { navigations } = renderPage(state)
    for (const text of state.texts) expect(await screen.findByText(text)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: state.button }))
    expect(navigations).toEqual([state.leadsTo])
  })

  it('nothing is looked up for someone who is not logged in', () => {
    const { server } = renderPage({ responses: {}, isVisitor: true })
    expect(server.requests(lookUp)).toEqual([])
    expect(server.requests('GET /api/auth/user')).toEqual([])
  })

  it('loading says so', () => {
    renderPage({ responses: { 'GET /api/auth/user': user, [lookUp]: never } })
    expect(screen.getByRole('status').textContent).toBe('Loading')
  })

  it('a lookup that failed for another reason than the code can be tried again', async () => {
    let isDown = true
    renderPage({
      responses: {
        'GET /api/auth/user': user,
        [lookUp]: () => (isDown ? new Response('', { status: 503 }) : halden()),
      },
    })
    await screen.findByText('Invalid Link')
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Halden Medical')).toBeTruthy()
  })

  it('while joining the button reads Joining... and nothing can be pressed', async () => {
    renderPage({ responses: { 'GET /api/auth/user': user, [lookUp]: halden, [joining]: never } })
    await userEvent.click(await screen.findByRole('button', { name: 'Join Organization' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Joining...' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
  })

  it('success shows the toast, reads current user and session again, and goes to / inside the page', async () => {
    let hasJoined = false
    const { server, navigations, refreshSession } = renderPage({
      responses: {
        'GET /api/auth/user': () => (hasJoined ? member() : user()),
        [lookUp]: halden,
        [joining]: () => {
          hasJoined = true
          return Response.json({ id: 3, name: 'Halden Medical', code: 'HALDEN' })
        },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Join Organization' }))
    await waitFor(() => expect(navigations).toEqual(['/']))
    expect(toastShown()).toMatchObject({
      title: 'Success',
      description: "You've successfully joined the organization.",
    })
    expect(server.requests(joining).map(({ body }) => body)).toEqual([null])
    expect(server.requests('GET /api/auth/user')).toHaveLength(2)
    expect(refreshSession).toHaveBeenCalledOnce()
    expect(screen.queryByText('Already in Organization')).toBeNull()
  })

  it.each(failures)('a failure shows the toast Error: $description', async ({ response, description }) => {
    renderPage({
      responses: { 'GET /api/auth/user': user, [lookUp]: halden, [joining]: () => response.clone() },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Join Organization' }))
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
    expect(screen.getByRole('button', { name: 'Join Organization' })).toBeTruthy()
  })

  it('decision 59: whoever joined in another tab meanwhile is told so', async () => {
    let hasJoined = false
    const refused = { message: 'You already belong to an organization', code: 'already_member' }
    renderPage({
      responses: {
        'GET /api/auth/user': () => (hasJoined ? member() : user()),
        [lookUp]: halden,
        [joining]: () => {
          hasJoined = true
          return Response.json(refused, { status: 409 })
        },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Join Organization' }))
    expect(await screen.findByText('Already in Organization')).toBeTruthy()
    expect(toastShown()).toMatchObject({ title: 'Error', description: refused.message })
  })
})
