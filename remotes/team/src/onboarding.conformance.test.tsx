// @vitest-environment happy-dom
import { fixedServer } from '@portal/remote-kit/fixed-server'
import { fixedSession, TestPortal } from '@portal/remote-kit/test-portal'
import { dismissNotice, readToasts } from '@portal/ui/toast'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/get-started.tsx'
import { currentUser } from './testing/fixed-user.ts'

afterEach(() => {
  cleanup()
  dismissNotice('all')
})

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
    answer: Response.json(
      { message: 'You already belong to an organization', code: 'conflict' },
      { status: 409 },
    ),
    description: 'You already belong to an organization',
  },
  { answer: new Response('', { status: 500 }), description: 'Failed to create organization' },
]

const tooShort = 'Organization name must be at least 2 characters'
const toastShown = () => readToasts().toasts[0]

function visit(server = fixedServer({ 'GET /api/auth/user': () => Response.json(currentUser()) })) {
  const places: string[] = []
  const refreshSession = vi.fn()
  render(
    <TestPortal
      session={fixedSession(null)}
      answer={server.answer}
      onNavigate={(to) => places.push(to)}
      onRefreshSession={refreshSession}
    >
      <Screen />
    </TestPortal>,
  )
  return { server, places, refreshSession, person: userEvent.setup() }
}

async function type(person: ReturnType<typeof userEvent.setup>, name: string) {
  await person.click(screen.getByRole('button', { name: 'Get Started' }))
  if (name !== '') await person.type(nameField(), name)
  await person.click(screen.getByRole('button', { name: 'Create Organization' }))
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Organization Name' })

describe('product §2, §4, §5, §8: onboarding', () => {
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
    visit()
    expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  })

  it('Get Started leads to the create step, Back returns and keeps what was typed', async () => {
    const { person } = visit()
    await person.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(screen.getAllByRole('textbox')).toHaveLength(1)
    await person.type(nameField(), 'Halden')
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('heading', { name: cards[0] ?? '' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Get Started' }))
    await person.click(screen.getByRole('button', { name: 'Get Started' }))
    expect(nameField().value).toBe('Halden')
  })

  it.each(names)('the name "$typed" is accepted: $isAccepted', async ({ typed, isAccepted }) => {
    const { person, server } = visit()
    await type(person, typed)
    expect(screen.queryByText(tooShort) === null).toBe(isAccepted)
    expect(server.asked('POST /api/organizations')).toHaveLength(isAccepted ? 1 : 0)
    if (!isAccepted) expect(document.activeElement).toBe(nameField())
  })

  it('while the request runs everything is disabled and the submit label reads Creating...', async () => {
    const { person } = visit(fixedServer({ 'POST /api/organizations': () => new Promise(() => undefined) }))
    await type(person, 'Halden Medical')
    const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Creating...' })
    expect(submit.disabled).toBe(true)
    expect(nameField().disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true)
  })

  it('success shows the toast, reads current user and session again, and goes to the new home', async () => {
    const server = fixedServer({
      'GET /api/auth/user': () => Response.json(currentUser()),
      'POST /api/organizations': () =>
        Response.json({ id: 7, name: 'Halden Medical', code: 'HALDEN' }, { status: 201 }),
    })
    const { person, refreshSession, places } = visit(server)
    await type(person, '  Halden Medical ')
    await waitFor(() => expect(places.at(-1)).toBe('/'))
    expect(toastShown()).toMatchObject({
      title: 'Success!',
      description: 'Your organization has been created successfully.',
    })
    expect(server.asked('POST /api/organizations').map(({ body }) => body)).toEqual([
      { name: 'Halden Medical' },
    ])
    expect(server.asked('GET /api/auth/user')).toHaveLength(2)
    expect(refreshSession).toHaveBeenCalledOnce()
  })

  it.each(failures)('a failure shows the toast Error: $description', async ({ answer, description }) => {
    const { person } = visit(fixedServer({ 'POST /api/organizations': () => answer.clone() }))
    await type(person, 'Halden Medical')
    await waitFor(() => expect(toastShown()).toMatchObject({ title: 'Error', description }))
    expect(nameField().value).toBe('Halden Medical')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Organization' }).disabled).toBe(
      false,
    )
  })

  it('decision 59: whoever has an organization from another tab meanwhile goes home to it', async () => {
    const refused = { message: 'You already belong to an organization', code: 'already_member' }
    const server = fixedServer({
      'POST /api/organizations': () => Response.json(refused, { status: 409 }),
    })
    const { person, places, refreshSession } = visit(server)
    await type(person, 'Halden Medical')
    await waitFor(() => expect(places.at(-1)).toBe('/'))
    expect(refreshSession).toHaveBeenCalledOnce()
    expect(toastShown()).toMatchObject({ title: 'Error', description: refused.message })
  })

  it('an operator without an organization is offered Master Admin beside onboarding', async () => {
    render(
      <TestPortal session={fixedSession(null, { isMasterAdmin: true })}>
        <Screen />
      </TestPortal>,
    )
    expect(screen.getByRole('link', { name: 'Master Admin' }).getAttribute('href')).toBe('/master-admin')
  })
})
