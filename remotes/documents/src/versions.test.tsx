// @vitest-environment happy-dom
import { defaultSettings } from '@portal/contracts/organization-settings'
import { roles } from '@portal/contracts/permissions'
import { catchUploads } from '@portal/remote-kit/catch-uploads'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fixedApproval, fixedPending, fixedPolicy, fixedVersion } from './testing/fixed-versions.ts'
import { renderApprovals, renderVersions } from './testing/render-versions.tsx'

const me = fixedSession('manager').person?.id ?? ''
const far = '2099-01-01T00:00:00.000Z'
const past = '2026-01-14T10:20:00.000Z'

describe('the versions page', () => {
  it.each([
    { word: 'Draft', version: fixedVersion(1, { status: 'draft' }) },
    { word: 'Changes requested', version: fixedVersion(1, { status: 'draft', areChangesRequested: true }) },
    { word: 'Pending approval', version: fixedVersion(1, { status: 'pending_approval' }) },
    { word: 'Rejected', version: fixedVersion(1, { status: 'rejected' }) },
    { word: 'Approved', version: fixedVersion(1) },
    { word: 'Scheduled', version: fixedVersion(1, { effectiveAt: far }) },
    { word: 'Superseded', version: fixedVersion(1, { activatedAt: past, supersededAt: past }) },
  ])('says $word', async ({ word, version }) => {
    renderVersions({ versions: [version] })
    within(await screen.findByRole('article')).getByText(word)
  })

  it.each([
    { status: 'pending_approval', says: true },
    { status: 'draft', says: false },
    { status: 'rejected', says: false },
  ] as const)('says of a day that has come what is still awaited: $status', async ({ status, says }) => {
    renderVersions({ versions: [fixedVersion(1, { status, effectiveAt: past })] })
    const shown = String((await screen.findByRole('article')).textContent)
    expect(shown.includes('takes effect once approved')).toBe(says)
    expect(shown.match(/takes effect/g) ?? []).toHaveLength(says ? 1 : 0)
  })

  it('shows its rows once names and acts are known, which would break their lines anew', async () => {
    const names = Promise.withResolvers<Response>()
    renderVersions({
      versions: [fixedVersion(1)],
      responses: { 'GET /api/users/names': () => names.promise },
    })
    await screen.findByRole('button', { name: 'Create New Version' })
    await screen.findByRole('status', { name: 'Loading versions' })
    expect(screen.queryByRole('article')).toBeNull()
    names.resolve(Response.json([]))
    await screen.findByRole('article')
    expect(screen.queryByRole('status', { name: 'Loading versions' })).toBeNull()
  })

  it.each(['/api/users/names', '/api/acknowledgements/campaigns'])(
    'shows its rows although %s fails, which is not asked for without end',
    async (failing) => {
      const route = `GET ${failing}`
      const { server } = renderVersions({
        versions: [fixedVersion(1)],
        responses: { [route]: () => errorResponse(503, 'Busy.') },
      })
      await screen.findByRole('article')
      await screen.findByRole('button', { name: 'View Details' })
      const asked = server.requests(route).length
      expect(asked).toBeGreaterThan(0)
      expect(asked).toBeLessThan(4)
    },
  )

  it('shows managers no act that the server would refuse', async () => {
    const versions = [fixedVersion(2), fixedVersion(1, { status: 'draft' })]
    renderVersions({ role: 'manager', versions })
    await screen.findAllByRole('article')
    for (const name of ['Create New Version', 'Activate', 'Submit', 'Withdraw'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('submits a draft and withdraws what is pending', async () => {
    const draft = fixedVersion(3, { status: 'draft' })
    const pending = fixedVersion(2, { status: 'pending_approval' })
    const of = ({ id }: { id: string }, act: string) =>
      `POST /api/documents/${fixedPolicy.id}/versions/${id}/${act}`
    const { person, server } = renderVersions({
      versions: [draft, pending],
      responses: {
        [of(draft, 'submit')]: () => Response.json(draft),
        [of(pending, 'withdraw')]: () => Response.json(pending),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Submit' }))
    await person.click(await screen.findByRole('button', { name: 'Submit version' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests(of(draft, 'submit'))[0]?.body).toEqual({ approverIds: [], effectiveAt: null })
    await person.click(await screen.findByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(server.requests(of(pending, 'withdraw'))).toHaveLength(1))
  })

  it.each([
    { act: 'Withdraw', call: 'withdraw', before: { status: 'pending_approval' }, after: { status: 'draft' } },
    { act: 'Activate', call: 'activate', before: {}, after: { isActive: true, activatedAt: past } },
  ] as const)('$act leaves the keyboard at its version', async ({ act, call, before, after }) => {
    const [newer, version] = [fixedVersion(3, { status: 'rejected' }), fixedVersion(2, before)]
    const { person, server } = renderVersions({
      versions: [newer, version],
      responses: {
        [`POST /api/documents/${fixedPolicy.id}/versions/${version.id}/${call}`]: () =>
          Response.json(version),
      },
    })
    const button = await screen.findByRole('button', { name: act })
    const list = `GET /api/documents/${fixedPolicy.id}/versions`
    server.now({ [list]: () => Response.json([newer, fixedVersion(2, { ...before, ...after })]) })
    await person.click(button)
    await waitFor(() => expect(screen.queryByRole('button', { name: act })).toBeNull())
    const heading = screen.getByRole('heading', { name: /^Version 2/ })
    await waitFor(() => expect(document.activeElement).toBe(within(heading).getByRole('link')))
  })

  it('submits what was sent back to the same people and for the same day, or as the author changes it', async () => {
    const effectiveAt = '2099-04-30T22:00:00.000Z'
    const draft = fixedVersion(3, { status: 'draft', areChangesRequested: true, effectiveAt })
    const of = { status: 'changes_requested', isNamed: true } as const
    const approvals = [
      fixedApproval(3, { ...of, approverUserId: 'person-1', round: 1 }),
      fixedApproval(3, { ...of, approverUserId: 'colleague', round: 2 }),
      fixedApproval(3, { status: 'approved', isNamed: false, approverUserId: 'person-1', round: 2 }),
    ]
    const call = `POST /api/documents/${fixedPolicy.id}/versions/${draft.id}/submit`
    const { person, server } = renderVersions({
      versions: [draft],
      approvals,
      responses: {
        [call]: () => Response.json(draft),
        'GET /api/organization/settings': () =>
          Response.json({ ...defaultSettings, timeZone: 'Europe/Berlin' }),
      },
    })
    const open = async () => {
      await person.click(await screen.findByRole('button', { name: 'Submit' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Submit version 3' }))
      await waitFor(() =>
        expect(dialog.getByLabelText<HTMLInputElement>(/^Takes effect on/).value).toBe('2099-05-01'),
      )
      expect(dialog.getByLabelText<HTMLInputElement>('Cora League').checked).toBe(true)
      expect(dialog.getByLabelText<HTMLInputElement>('Ada person-1').checked).toBe(false)
      return dialog
    }
    const submit = async () => {
      await person.click(screen.getByRole('button', { name: 'Submit version' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      return server.requests(call).at(-1)?.body
    }
    await open()
    expect(await submit()).toEqual({ approverIds: ['colleague'], effectiveAt })
    const dialog = await open()
    await person.click(dialog.getByLabelText('Cora League'))
    await person.clear(dialog.getByLabelText(/^Takes effect on/))
    expect(await submit()).toEqual({ approverIds: [], effectiveAt: null })
  })

  it('withdraws a scheduled version, and none that has been in force', async () => {
    const scheduled = fixedVersion(3, { effectiveAt: far })
    const current = fixedVersion(2, { isActive: true, activatedAt: past })
    const call = `POST /api/documents/${fixedPolicy.id}/versions/${scheduled.id}/withdraw`
    const { person, server } = renderVersions({
      versions: [scheduled, current, fixedVersion(1, { activatedAt: past, supersededAt: past })],
      responses: { [call]: () => Response.json(scheduled) },
    })
    await person.click(await screen.findByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(server.requests(call)).toHaveLength(1))
  })

  it('finds approvers among hundreds by name, and says whom one has chosen', async () => {
    const people = Array.from({ length: 200 }, (_, at) => ({ id: `p-${at}`, name: `Person ${at}` }))
    const { person } = renderVersions({
      versions: [fixedVersion(1)],
      responses: { 'GET /api/users/names': () => Response.json(people) },
    })
    await person.click(await screen.findByRole('button', { name: 'Create New Version' }))
    const box = await screen.findByRole('searchbox', { name: 'Search people' })
    await person.type(box, 'person 137{Enter}')
    const [found, ...others] = within(screen.getByRole('group', { name: /^Approvers/ })).getAllByRole(
      'checkbox',
    )
    expect(others).toEqual([])
    await person.click(found as HTMLElement)
    await person.clear(box)
    await person.type(box, 'nobody')
    screen.getByText('Nobody matches.')
    const chosen = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(chosen).toContain('Chosen: Person 137')
  })

  it('sends approvers and the day on which the version takes effect, or a draft without them', async () => {
    const uploads = catchUploads()
    const { person } = renderVersions({ versions: [fixedVersion(1)] })
    const file = new File(['text'], 'policy.txt', { type: 'text/plain' })
    const fill = async () => {
      await person.click(await screen.findByRole('button', { name: 'Create New Version' }))
      await person.type(screen.getByLabelText('Title'), 'Edition 2')
      await person.type(screen.getByLabelText('Changes'), 'Clause 2.')
      await person.upload(screen.getByLabelText('File'), file)
    }
    await fill()
    await person.click(await screen.findByLabelText('Cora League'))
    await person.type(screen.getByLabelText(/^Takes effect on/), '2099-05-01')
    await person.click(screen.getByRole('button', { name: 'Create Version' }))
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]?.form.get('approverIds')).toBe('colleague')
    expect(uploads[0]?.form.get('effectiveAt')).toBe('2099-05-01')
    await uploads[0]?.response(201, fixedVersion(2))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await fill()
    await person.click(screen.getByLabelText(/^Save as a draft/))
    await person.click(screen.getByRole('button', { name: 'Create Version' }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    const sent = uploads[1]?.form
    expect([sent?.get('draft'), sent?.has('approverIds'), sent?.has('effectiveAt')]).toEqual([
      'true',
      false,
      false,
    ])
  })

  it('shows in the details who was asked, what they decided and why', async () => {
    const version = fixedVersion(2, { status: 'rejected' })
    const approvals = [
      fixedApproval(2, { approverUserId: 'colleague', status: 'rejected', comments: 'Clause 2 is wrong.' }),
    ]
    const { person } = renderVersions({ versions: [version], approvals })
    await person.click(await screen.findByRole('button', { name: 'View Details' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Cora League')
    dialog.getByText('Clause 2 is wrong.')
  })

  it('names the delegate who decided, and no longer says that they may', async () => {
    const decided = { status: 'approved', decidedAt: past, decidedBy: 'colleague' } as const
    const approvals = [
      fixedApproval(2, { ...decided, approverUserId: 'author', delegateUserId: 'colleague' }),
    ]
    const { person } = renderVersions({ versions: [fixedVersion(2)], approvals })
    await person.click(await screen.findByRole('button', { name: 'View Details' }))
    const dialog = within(await screen.findByRole('dialog'))
    const row = (await dialog.findByText(/^Round 1, stage 1, decided /)).closest('li')
    await waitFor(() => expect(row?.textContent).toMatch(/ by Cora League$/))
    expect(row?.textContent).not.toContain('may decide too')
  })

  it('says who wrote a version and when it takes effect, in its row and in its details', async () => {
    const version = fixedVersion(2, { createdBy: 'colleague', effectiveAt: far })
    const { person } = renderVersions({ versions: [version] })
    const row = await screen.findByRole('article')
    await waitFor(() => expect(row.textContent).toMatch(/created .* by Cora League, takes effect in \d+/))
    await person.click(within(row).getByRole('button', { name: 'View Details' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Created').nextElementSibling?.textContent).toMatch(/ by Cora League$/)
    expect(dialog.getByText('Takes effect').nextElementSibling?.textContent).toMatch(/^in /)
  })

  it.each([
    { path: `/api/documents/${fixedPolicy.id}/versions`, title: 'The versions could not be loaded' },
    { path: `/api/documents/${fixedPolicy.id}`, title: 'The document could not be loaded' },
  ])('says $title and offers to try again', async ({ path, title }) => {
    renderVersions({ responses: { [`GET ${path}`]: () => errorResponse(503, 'Away for a moment.') } })
    const panel = within(await screen.findByRole('alert'))
    panel.getByText(title)
    panel.getByRole('button', { name: 'Retry' })
    for (const link of screen.getAllByRole('link')) expect(link.textContent).not.toBe('')
  })
})

describe('the way to the difference', () => {
  it('every version leads to what it changed, where there is another one', async () => {
    renderVersions({ versions: [fixedVersion(2), fixedVersion(1, { isActive: true })] })
    const row = await screen.findByRole('article', { name: 'Version 2: Edition 2' })
    const link = within(row).getByRole<HTMLAnchorElement>('link', { name: 'Compare' })
    expect(link.getAttribute('href')).toBe(
      `/documents/${fixedVersion(2).documentId}/versions/${fixedVersion(2).id}/difference`,
    )
  })

  it('a single version leads nowhere', async () => {
    renderVersions({ versions: [fixedVersion(1, { isActive: true })] })
    await screen.findByRole('article', { name: 'Version 1: Edition 1' })
    expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull()
  })

  it('a reviewer opens it beside the comment that they write', async () => {
    const versions = [fixedVersion(2, { status: 'pending_approval' }), fixedVersion(1, { isActive: true })]
    const { person } = renderApprovals({ versions, pending: [fixedPending(2)] })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^See what changed/ })
    expect(link.target).toBe('_blank')
  })
})

describe('the way to the text', () => {
  it('every version leads to its own text, the current one to the page of the document', async () => {
    const versions = [fixedVersion(2, { status: 'draft' }), fixedVersion(1, { isActive: true })]
    renderVersions({ versions })
    const page = `/documents/${fixedPolicy.id}`
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf('Version 2: Edition 2')).toBe(`${page}?version=${fixedVersion(2).id}`)
    expect(await hrefOf('Version 1: Edition 1')).toBe(page)
  })

  it('leads from what awaits a decision to what changed and to the whole text', async () => {
    renderApprovals({ pending: [fixedPending(2), fixedPending(1)] })
    const [second, first] = await screen.findAllByRole('article')
    if (!second || !first) throw new Error('Two approvals are shown.')
    const hrefOf = (row: HTMLElement, name: string) =>
      within(row).queryByRole('link', { name })?.getAttribute('href')
    const { documentId, id } = fixedVersion(2)
    expect(hrefOf(second, 'See what changed')).toBe(`/documents/${documentId}/versions/${id}/difference`)
    expect(hrefOf(second, 'Read the text')).toBe(`/documents/${documentId}?version=${id}`)
    expect(hrefOf(first, 'See what changed')).toBeUndefined()
    expect(hrefOf(first, 'Read the text')).toBe(`/documents/${documentId}?version=${fixedVersion(1).id}`)
  })

  it('opens in another tab beside a comment that is being written', async () => {
    const { person } = renderApprovals({ versions: [fixedVersion(1)], pending: [fixedPending(1)] })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const dialog = within(await screen.findByRole('dialog'))
    const link = await dialog.findByRole<HTMLAnchorElement>('link', { name: /^Read it and comment on it/ })
    expect(link.target).toBe('_blank')
    expect(dialog.queryByRole('link', { name: /^See what changed/ })).toBeNull()
  })
})

describe('the inbox of approvals', () => {
  it('says a title once, where the version is called as its document', async () => {
    const { version } = fixedPending(1)
    const { documentTitle: title } = version
    renderApprovals({ pending: [fixedPending(1, { version: { ...version, title, changes: '' } })] })
    const card = await screen.findByRole('article')
    expect(within(card).getAllByText(title)).toHaveLength(1)
  })

  it('says when nothing waits', async () => {
    renderApprovals()
    await screen.findByText('No pending approvals')
  })

  it('marks what is overdue and what one decides for somebody else', async () => {
    const pending = [
      fixedPending(1, { dueAt: past, approverUserId: me }),
      fixedPending(2, { approverUserId: 'colleague' }),
    ]
    renderApprovals({ role: 'manager', pending })
    const [own, other] = await screen.findAllByRole('article')
    if (!own || !other) throw new Error('Two approvals are shown.')
    within(own).getByText('Overdue')
    expect(within(own).queryByText(/^For /)).toBeNull()
    await within(other).findByText('For Cora League')
    expect(other.textContent).toMatch(/asked .* by /)
  })

  it('requests changes only with a comment that says which', async () => {
    const pending = fixedPending(2, { approverUserId: me })
    const call = `POST /api/approvals/${pending.id}/request-changes`
    const { person, server } = renderApprovals({
      role: 'manager',
      versions: [fixedVersion(2)],
      pending: [pending],
      responses: { [call]: () => Response.json({ ...pending, status: 'changes_requested' }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const dialog = within(await screen.findByRole('dialog'))
    const request = dialog.getByRole<HTMLButtonElement>('button', { name: 'Request changes' })
    expect(request.disabled).toBe(true)
    await person.type(dialog.getByLabelText(/^Comments/), 'Name the owner.')
    await person.click(request)
    await waitFor(() => expect(server.requests(call)[0]?.body).toEqual({ comments: 'Name the owner.' }))
  })

  it('is not left by Esc without a question once a comment is typed', async () => {
    const pending = fixedPending(2, { approverUserId: me })
    const { person } = renderApprovals({ role: 'manager', versions: [fixedVersion(2)], pending: [pending] })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    await person.type(await screen.findByLabelText(/^Comments/), 'Name the owner.')
    await person.keyboard('{Escape}')
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.getByDisplayValue('Name the owner.')).toBeTruthy()
    await person.keyboard('{Escape}')
    await person.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lets a steward name a delegate for an approver who is away, and nobody else', async () => {
    const version = fixedVersion(2, { status: 'pending_approval' })
    const approval = fixedApproval(2, { approverUserId: 'colleague' })
    const call = `POST /api/approvals/${approval.id}/delegate`
    const setup = {
      versions: [version],
      approvals: [approval],
      responses: { [call]: () => Response.json({ ...approval, delegateUserId: me }) },
    }
    const { person, server } = renderVersions(setup)
    await person.click(await screen.findByRole('button', { name: 'View Details' }))
    const choice = await screen.findByLabelText<HTMLSelectElement>(/^Delegate for Cora League to/)
    expect([...choice.options].map(({ value }) => value)).toEqual(['', me])
    await person.selectOptions(choice, me)
    await person.click(screen.getByRole('button', { name: 'Delegate' }))
    await waitFor(() => expect(server.requests(call)[0]?.body).toEqual({ delegateUserId: me }))
    cleanup()
    const other = renderVersions({ ...setup, role: 'manager' })
    await other.person.click(await screen.findByRole('button', { name: 'View Details' }))
    await screen.findByText('Cora League')
    expect(screen.queryByRole('button', { name: 'Delegate' })).toBeNull()
  })

  it('offers a steward no delegate for who decides on their own version', async () => {
    const { person } = renderVersions({
      role: 'admin',
      versions: [fixedVersion(2, { status: 'pending_approval', createdBy: me })],
      approvals: [fixedApproval(2, { approverUserId: 'colleague' })],
    })
    await person.click(await screen.findByRole('button', { name: 'View Details' }))
    await screen.findByText('Cora League')
    expect(screen.queryByRole('button', { name: 'Delegate' })).toBeNull()
  })

  it.each(roles)('lets a %s delegate to another member than the author', async (role) => {
    const pending = fixedPending(2, { approverUserId: me })
    const call = `POST /api/approvals/${pending.id}/delegate`
    const { person, server } = renderApprovals({
      role,
      versions: [fixedVersion(2)],
      pending: [pending],
      responses: { [call]: () => Response.json({ ...pending, delegateUserId: 'colleague' }) },
    })
    await person.click(await screen.findByRole('button', { name: 'Review' }))
    const choice = await screen.findByLabelText<HTMLSelectElement>(/^Delegate to/)
    expect([...choice.options].map(({ value }) => value)).not.toContain('author')
    await person.selectOptions(choice, 'colleague')
    await person.click(screen.getByRole('button', { name: 'Delegate' }))
    await waitFor(() => expect(server.requests(call)[0]?.body).toEqual({ delegateUserId: 'colleague' }))
  })
})
