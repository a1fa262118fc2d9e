// @vitest-environment happy-dom
import type { Erasure } from '@portal/contracts/erasure'
import type { Deletion } from '@portal/contracts/master-admin'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen as Deletions } from './routes/deletions.tsx'
import { Screen as Erasures } from './routes/erasures.tsx'
import { Screen as Mail } from './routes/mail.tsx'
import { fixedOrganization, fixedUser, renderMaster, withReturn } from './testing/render-master.tsx'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('lists that are longer than a screen', () => {
  const many = Array.from({ length: 70 }, (_, at) => fixedOrganization(at + 1, { code: `CODE${at}` }))

  it('can be searched by every word of name, ID and number, and the address keeps the text', async () => {
    const { person, navigations } = renderMaster({ organizations: many.slice(0, 12) })
    await screen.findByRole('article', { name: 'Organization 1' })
    await person.click(screen.getByRole('searchbox', { name: 'Search organizations' }))
    await person.paste('#12 organization')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(screen.getByRole('article', { name: 'Organization 12' })).toBeTruthy()
    await waitFor(() => expect(navigations.at(-1)).toBe('/master-admin?q=%2312+organization'))
  })

  it('are drawn in parts, and say when nothing matches', async () => {
    const { person } = renderMaster({ organizations: many })
    await screen.findByRole('article', { name: 'Organization 60' })
    expect(screen.queryByRole('article', { name: 'Organization 61' })).toBeNull()
    await person.click(button('Show more organizations'))
    expect(screen.getByRole('article', { name: 'Organization 70' })).toBeTruthy()
    cleanup()
    renderMaster({ organizations: many, path: '/master-admin?q=nothing' })
    expect(await screen.findByText('No organization matches "nothing"')).toBeTruthy()
  })

  it('a short list has no search', async () => {
    renderMaster({ organizations: many.slice(0, 3) })
    await screen.findByRole('article', { name: 'Organization 1' })
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('failures', () => {
  it.each([
    {
      list: 'GET /api/master/organizations',
      path: '/master-admin',
      title: 'The organizations could not be loaded',
    },
    {
      list: 'GET /api/master/users',
      path: '/master-admin?tab=users',
      title: 'The users could not be loaded',
    },
  ])('$title: why, and a retry that brings it; the other list works', async ({ list, path, title }) => {
    const { person, server } = renderMaster({
      path,
      responses: { [list]: () => errorResponse(503, 'Away.') },
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(title)
    expect(alert.textContent).toContain('Away.')
    server.now({ [list]: () => Response.json([]) })
    await person.click(button('Retry'))
    expect(await screen.findByText(/^No (Organizations|Users) Found$/)).toBeTruthy()
  })
})

describe('a way in for who has never logged in', () => {
  const path = '/master-admin?tab=users'
  const renew = 'POST /api/master/users/jane/access'

  it('is offered for nobody else', async () => {
    renderMaster({ path, users: [fixedUser('jane', { hasSignedIn: false }), fixedUser('john')] })
    await screen.findByText('jane@example.org')
    expect(screen.getAllByRole('button', { name: /^New login/ })).toHaveLength(1)
  })

  it('is shown once, as a password where the provider makes no links', async () => {
    const { person } = renderMaster({
      path,
      users: [fixedUser('jane', { hasSignedIn: false })],
      responses: { [renew]: () => Response.json({ kind: 'password', password: 'once-only' }) },
    })
    await screen.findByText('jane@example.org')
    await person.click(screen.getByRole('button', { name: /^New login/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('once-only')).toBeTruthy()
    expect(dialog.getByText(/It is not shown again/)).toBeTruthy()
    const beside = screen.getByRole('dialog').parentElement ?? document.body
    fireEvent.pointerDown(beside)
    fireEvent.click(beside)
    expect(dialog.getByText('once-only')).toBeTruthy()
    await person.click(button('Done'))
    expect(screen.queryByText('once-only')).toBeNull()
  })

  it('that is refused says why', async () => {
    const message = 'Only a new user who has never logged in can get a new login link.'
    const { person } = renderMaster({
      path,
      users: [fixedUser('jane', { hasSignedIn: false })],
      responses: { [renew]: () => errorResponse(409, message) },
    })
    await screen.findByText('jane@example.org')
    await person.click(screen.getByRole('button', { name: /^New login/ }))
    await waitFor(() =>
      expect(readToasts().toasts[0]).toMatchObject({ title: 'Error', description: message }),
    )
  })
})

describe('sent mail', () => {
  const path = '/master-admin/mail'
  const at = '2026-03-01T09:00:00.000Z'

  it.each([
    { mailer: 'none' as const, title: 'This portal sends no mail' },
    { mailer: 'smtp' as const, title: 'Mail goes out through a mail server' },
    { mailer: 'outbox' as const, title: 'No mail yet' },
  ])('$mailer: $title', async ({ mailer, title }) => {
    renderMaster({ Screen: Mail, path, mail: { mailer, sent: [] } })
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('shows to whom, what about and when, and the text on demand, as text', async () => {
    const text = 'Open https://portal.test/invitation/abc <img src=x onerror=alert(1)>'
    const mail = {
      mailer: 'outbox' as const,
      sent: [{ id: '1', to: 'jane@example.org', subject: 'Welcome', text, sentAt: at }],
    }
    renderMaster({ Screen: Mail, path, mail })
    expect(await screen.findByText('Welcome')).toBeTruthy()
    expect(screen.getByText('jane@example.org')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(document.querySelector('img, a[href*="invitation"]')).toBeNull()
  })
})

describe('sent mail, which no event announces', () => {
  it('is read again by whoever comes back to it, and when asked', async () => {
    const sent = (...subjects: string[]) => ({
      mailer: 'outbox' as const,
      sent: subjects.map((subject) => ({
        ...{ id: subject, to: 'jane@example.org', subject, text: '', sentAt: '2026-03-01T09:00:00.000Z' },
      })),
    })
    const mail = 'GET /api/master/mail'
    const { person, server } = renderMaster({
      Screen: withReturn(Mail),
      path: '/master-admin/mail',
      mail: sent(),
    })
    await screen.findByText('No mail yet')
    server.now({ [mail]: () => Response.json(sent('Welcome')) })
    await person.click(button('Leave'))
    await person.click(button('Return'))
    await screen.findByText('Welcome')
    server.now({ [mail]: () => Response.json(sent('Welcome', 'Reminder')) })
    await person.click(button('Refresh'))
    expect(await screen.findByText('Reminder')).toBeTruthy()
  })
})

describe('the ledger of deletions', () => {
  const path = '/master-admin/deletions'
  const step = (service: string, store: string, removed: number | null) => ({
    service,
    store,
    removed,
    remaining: removed === null ? null : 0,
    finishedAt: removed === null ? null : '2026-03-01T09:01:00.000Z',
  })
  const running: Deletion = {
    organizationId: 9,
    organizationName: 'Acme',
    requestedAt: '2026-03-01T09:00:00.000Z',
    finishedAt: null,
    isOverdue: false,
    steps: [step('chat', 'all', null), step('team', 'table departments', 5), step('team', 'table people', 2)],
  }

  it('shows how far each is, by service and store, and is read again on demand', async () => {
    const { person, server } = renderMaster({ Screen: Deletions, path, deletions: [running] })
    const card = within(await screen.findByRole('article', { name: 'Acme' }))
    expect(card.getByText('In progress')).toBeTruthy()
    expect(card.getByText('2 of 3 stores finished')).toBeTruthy()
    expect(Math.round(Number(card.getByRole('progressbar').getAttribute('aria-valuenow')))).toBe(67)
    expect(card.getByRole('row', { name: 'team 7 0' })).toBeTruthy()
    expect(card.getByRole('row', { name: 'chat – –' })).toBeTruthy()
    const finishedAt = '2026-03-01T09:02:00.000Z'
    server.now({ 'GET /api/master/deletions': () => Response.json([{ ...running, finishedAt }]) })
    await person.click(button('Refresh'))
    expect(await screen.findByText('Nothing left')).toBeTruthy()
  })

  it('marks one that has taken longer than a day', async () => {
    renderMaster({ Screen: Deletions, path, deletions: [{ ...running, isOverdue: true }] })
    const card = within(await screen.findByRole('article', { name: 'Acme' }))
    expect(card.getByText('Longer than a day')).toBeTruthy()
  })

  it('says so when there is none', async () => {
    renderMaster({ Screen: Deletions, path })
    expect(await screen.findByText('No deletions yet')).toBeTruthy()
  })
})

describe('the ledger of erasures', () => {
  const path = '/master-admin/erasures'
  const list = 'GET /api/master/erasures'
  const at = '2026-03-01T09:00:00.000Z'
  const asked: Erasure = {
    ...{ id: 'p-1', name: 'Jane Doe', askedAt: at, isDisabled: false, isProtected: false },
    ...{ requestedAt: null, finishedAt: null, isOverdue: false, steps: [] },
  }
  const step = { service: 'team', stores: [{ store: 'table people', remaining: 0 }], logUntil: null }
  const render = (erasures: readonly Erasure[]) =>
    renderMaster({ Screen: Erasures, path, responses: { [list]: () => Response.json(erasures) } })

  it('whoever asked is deleted first, then erased, and each act asks before', async () => {
    const { person, server } = render([asked])
    const card = within(await screen.findByRole('article', { name: 'Jane Doe' }))
    await person.click(card.getByRole('button', { name: 'Delete user' }))
    server.now({
      'DELETE /api/master/users/p-1': () => new Response(null, { status: 204 }),
      [list]: () => Response.json([{ ...asked, isDisabled: true }]),
    })
    await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete user' }))
    await person.click(await card.findByRole('button', { name: 'Erase person' }))
    server.now({
      'DELETE /api/master/users/p-1/identity': () => new Response(null, { status: 204 }),
      [list]: () =>
        Response.json([
          { ...asked, isDisabled: true, requestedAt: at, steps: [{ ...step, finishedAt: null }] },
        ]),
    })
    await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Erase person' }))
    expect(await screen.findByText('In progress')).toBeTruthy()
    expect(screen.getByText('0 of 1 service finished')).toBeTruthy()
  })

  it('whoever was erased has an id, what each service erased, and by when a log forgets', async () => {
    const done = { ...step, finishedAt: at, logUntil: '2026-03-15T09:00:00.000Z' }
    render([
      {
        ...asked,
        name: null,
        askedAt: null,
        isDisabled: true,
        requestedAt: at,
        finishedAt: at,
        steps: [done],
      },
    ])
    const card = within(await screen.findByRole('article', { name: 'p-1' }))
    expect(card.getByText('Nothing left')).toBeTruthy()
    expect(card.getByText(/^people/).textContent).toContain('Its event log forgets the name by')
  })

  it('says so when there is nobody, and why a list is missing', async () => {
    render([])
    expect(await screen.findByText('Nobody to erase')).toBeTruthy()
    cleanup()
    renderMaster({ Screen: Erasures, path, responses: { [list]: () => errorResponse(503, 'Away.') } })
    expect((await screen.findByRole('alert')).textContent).toContain('The erasures could not be loaded')
  })
})
