// @vitest-environment happy-dom
import type { ReleasedRemote, RemoteReleases } from '@portal/contracts/remote-releases'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/remotes.tsx'
import { fixedOrganization, fixedUser, renderMaster } from './testing/render-master.tsx'

const publishedAt = '2026-01-05T09:00:00.000Z'
const versionRow = (version: string, reasonAgainst: string | null = null) => ({
  ...{ version, publishedAt, signedBy: 'team', reasonAgainst, contract: { from: '1.0', below: '2.0' } },
})

const chat: ReleasedRemote = {
  name: 'chat',
  current: 'one',
  promotion: {
    ...{ version: 'two', previous: 'one', percent: 10, threshold: 20, promotedAt: publishedAt },
    ...{ isWatched: true, people: 4, failing: 1, organizations: 2, failingOrganizations: 1 },
  },
  versions: [versionRow('three', 'chat three is not signed.'), versionRow('two'), versionRow('one')],
  pins: [{ organization: 7, version: 'one' }],
  failures: [{ version: 'two', kind: 'render', error: 'TypeError', location: 'screen.js:1:2', people: 1 }],
}

const releases: RemoteReleases = {
  contract: '1.0',
  keys: ['team'],
  remotes: [chat],
  acts: [
    {
      ...{ id: 2, at: publishedAt, name: 'chat', act: 'rollback', version: 'one', organization: null },
      ...{ percent: 100, by: 'automatic', who: null, why: 'It failed for 3 of 3 people.' },
    },
    {
      ...{ id: 1, at: publishedAt, name: 'chat', act: 'promote', version: 'two', organization: null },
      ...{ percent: 10, by: 'operator', who: 'olga', why: 'Nicer answers' },
    },
  ],
}

const list = 'GET /api/remotes'
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

function show(responses: Readonly<Record<string, () => Response>> = {}) {
  return renderMaster({
    Screen,
    path: '/master-admin/remotes',
    organizations: [fixedOrganization(7, { name: 'Halden Medical' })],
    users: [fixedUser('olga', { firstName: 'Olga', lastName: 'Ops' })],
    responses: { [list]: () => Response.json(releases), ...responses },
  })
}

describe('the remotes', () => {
  it('are not said to be unopened where nobody counts', async () => {
    const promotion = chat.promotion && { ...chat.promotion, isWatched: false, people: 0, failing: 0 }
    show({ [list]: () => Response.json({ ...releases, remotes: [{ ...chat, promotion }] }) })
    expect(await screen.findByText(/It is not rolled back by itself/)).toBeTruthy()
    expect(screen.queryByText(/Nobody has opened it/)).toBeNull()
  })

  it('show who has which version, what failed, who did what and why', async () => {
    show()
    const card = within(await screen.findByRole('article', { name: 'chat' }))
    expect(card.getByText('Everybody: one')).toBeTruthy()
    expect(card.getByText('10% have two')).toBeTruthy()
    expect(card.getByText(/4 people in 2 organizations opened it; it failed for 1 \(25%\)/)).toBeTruthy()
    expect(card.getByText(/two failed while it was drawn for 1 person/)).toBeTruthy()
    expect(await card.findByText('Halden Medical')).toBeTruthy()
    expect(card.getByText('chat three is not signed.')).toBeTruthy()
    expect(card.queryByRole('button', { name: 'Promote three' })).toBeNull()
    const history = within(screen.getByRole('region', { name: 'History' }))
    expect(history.getByText(/was rolled back to one/)).toBeTruthy()
    expect(history.getByText('By itself')).toBeTruthy()
    expect(await history.findByText('Olga Ops')).toBeTruthy()
    expect(history.getByText('Nicer answers')).toBeTruthy()
  })

  it('a version is promoted to a share, with a reason', async () => {
    const { person, server } = show({
      'POST /api/remotes/chat/promotions': () => new Response(null, { status: 204 }),
    })
    await screen.findByRole('article', { name: 'chat' })
    await person.click(screen.getByText('3 versions'))
    await person.click(button('Promote two'))
    expect(button('Promote').disabled).toBe(true)
    await person.selectOptions(screen.getByLabelText('Show it to'), '50')
    await person.type(screen.getByLabelText('Reason'), 'It went well')
    await person.click(button('Promote'))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('chat two is promoted'))
    const [sent] = server.requests('POST /api/remotes/chat/promotions')
    expect(sent?.body).toEqual({ version: 'two', percent: 50, threshold: 20, why: 'It went well' })
  })

  it('name the organization that is pinned, in the act and in the history', async () => {
    const pinned = { ...releases.acts[1], id: 3, act: 'pin', version: 'one', organization: 7 }
    const { person } = show({ [list]: () => Response.json({ ...releases, acts: [pinned] }) })
    await person.click(await screen.findByRole('button', { name: 'Unpin Halden Medical' }))
    expect(screen.getByRole('dialog', { name: 'Unpin chat for Halden Medical' })).toBeTruthy()
    expect(screen.getByText('one was pinned for Halden Medical')).toBeTruthy()
  })

  it('a refusal is shown, and the dialog keeps what was written', async () => {
    const { person } = show({
      'POST /api/remotes/chat/rollbacks': () => errorResponse(409, 'There is no promotion to take back.'),
    })
    await screen.findByRole('article', { name: 'chat' })
    await person.click(button('Roll back'))
    const dialog = within(screen.getByRole('dialog', { name: 'Roll back chat' }))
    await person.type(dialog.getByLabelText('Reason'), 'It fails')
    await person.click(dialog.getByRole('button', { name: 'Roll back' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toContain('no promotion to take back'))
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('It fails')
  })

  it('a preview gives a link to copy, for one person', async () => {
    const url = 'https://portal.example/preview/a.b'
    const { person, server } = show({
      'POST /api/remotes/chat/previews': () =>
        Response.json({ url, expiresAt: '2030-01-01T00:00:00.000Z' }, { status: 201 }),
    })
    await screen.findByRole('article', { name: 'chat' })
    await person.click(screen.getByText('3 versions'))
    await person.click(button('Preview two'))
    await person.type(screen.getByLabelText('Reason'), 'To look at it')
    const whom = screen.getByLabelText<HTMLInputElement>('Person')
    expect(whom.value).toBe('ingrid@halden.test')
    await person.clear(whom)
    await person.type(whom, 'nobody@example.org')
    await person.click(button('Make link'))
    expect(screen.getByText('Nobody has this e-mail.')).toBeTruthy()
    await person.clear(whom)
    await person.type(whom, 'Olga@example.org')
    await person.click(button('Make link'))
    expect(await screen.findByText(url)).toBeTruthy()
    expect(button('Copy link')).toBeTruthy()
    const sent = server.requests('POST /api/remotes/chat/previews').map(({ body }) => body)
    expect(sent).toEqual([{ version: 'two', userId: 'olga', hours: 24, why: 'To look at it' }])
  })

  it('that cannot be read say why, and come with a retry', async () => {
    const { person, server } = show({ [list]: () => errorResponse(503, 'Away.') })
    expect((await screen.findByRole('alert')).textContent).toContain('Away.')
    server.now({ [list]: () => Response.json({ ...releases, remotes: [], acts: [] }) })
    await person.click(button('Retry'))
    expect(await screen.findByText('No remotes yet')).toBeTruthy()
  })
})
