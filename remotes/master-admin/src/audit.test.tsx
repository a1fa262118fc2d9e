// @vitest-environment happy-dom
import type { AuditEntry } from '@portal/contracts/audit'
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { readToasts } from '@portal/ui/toast'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { actionDetail, actionLabel } from './features/audit/describe-action.ts'
import { manifest } from './manifest.ts'
import { Screen as Own } from './routes/audit.tsx'
import { Screen as Platform } from './routes/platform-audit.tsx'
import { fixedOrganization, type MasterSetup, renderMaster, withReturn } from './testing/render-master.tsx'

function entry(sequence: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `0198e0c0-0000-7000-8000-${String(sequence).padStart(12, '0')}`,
    sequence,
    organizationId: 7,
    at: new Date(Date.now() - 300_000).toISOString(),
    actorId: 'person-9',
    actorName: 'Ola Nordmann',
    action: 'member.joined',
    subject: `subject-${sequence}`,
    subjectName: null,
    outcome: 'done',
    service: 'team',
    details: {},
    hash: 'a'.repeat(64),
    ...changes,
  }
}

const list = 'GET /api/audit'
const renderOwnTrail = (response: (url: URL) => Response | Promise<Response>, setup: MasterSetup = {}) =>
  renderMaster({
    Screen: Own,
    path: '/audit',
    session: fixedSession('admin'),
    responses: { [list]: (_, request) => response(new URL(request.url)) },
    ...setup,
  })
const rows = async () => (await screen.findAllByRole('row')).slice(1)

describe('the trail of an organization', () => {
  it('is for those who may read it, at /audit', () => {
    expect(manifest.routes.find(({ path }) => path === '/audit')).toMatchObject({
      when: ['member'],
      permission: 'audit:read',
    })
  })

  it('tells what was done, by whom, how it ended and when, in words', async () => {
    renderOwnTrail(() =>
      Response.json([
        entry(6, { action: 'document.deleted', subject: 'document-6', subjectName: 'Travel policy' }),
        entry(5, { action: 'department.created', subjectName: 'Legal', details: { name: 'Legal' } }),
        entry(4, { action: 'member.role-changed', details: { role: 'manager', previous: 'team_member' } }),
        entry(3, {
          action: 'access.denied',
          outcome: 'denied',
          subject: 'DELETE /api/users/{userId}',
          details: { code: 'not_found', suppressed: 0 },
        }),
        entry(2, { actorId: 'person-gone', actorName: null }),
        entry(1, { action: 'report.sent-again', actorId: null, actorName: null }),
        entry(7, { action: 'access.read', outcome: 'read', subject: 'GET /api/master/mail' }),
        entry(8, { action: 'access.read', outcome: 'read', subject: 'GET /api/later' }),
      ]),
    )
    const [deleted, created, changed, denied, erased, unknown, read, later] = (await rows()).map(
      (row) => row.textContent ?? '',
    )
    expect(deleted).toContain('Ola Nordmann deleted the document Travel policy')
    expect(screen.getByText('Travel policy').title).toBe('document-6')
    expect(created).toContain('Ola Nordmann created the department Legal')
    expect(changed).toMatch(
      /Ola Nordmann changed the role of subject-4 from Employee to Manager.*Done.*\d{4}, \d\d:\d\d#4/,
    )
    const [time] = screen.getAllByText(/\d{4}, \d\d:\d\d/)
    expect(time?.title).toMatch(/day.*\d\d:\d\d:\d\d/)
    expect(denied).toMatch(
      /Ola Nordmann was refused DELETE \/api\/users\/\{userId\} \(not found, or not theirs\).*Refused/,
    )
    expect(erased).toContain('person-gone')
    expect(unknown).toContain('The portal Report sent again: subject-1')
    expect(read).toMatch(/^Ola Nordmann read the sent mailRead/)
    expect(later).toMatch(/^Ola Nordmann read GET \/api\/laterRead/)
  })

  it('says of what the portal did with a file for whom it was, and of a gap that it was opened', async () => {
    renderOwnTrail(() =>
      Response.json([
        entry(3, {
          ...{ action: 'document.ingestion-changed', subjectName: 'Travel policy' },
          details: { state: 'ready' },
        }),
        entry(2, {
          action: 'document.indexed',
          subjectName: 'Travel policy',
          actorId: null,
          actorName: null,
        }),
        entry(1, { action: 'gap.changed', details: { state: 'open' } }),
      ]),
    )
    const [processed, indexed, gap] = (await rows()).map((row) => row.textContent ?? '')
    expect(processed).toMatch(/^The portal processed the document Travel policy for Ola Nordmann \(ready\)/)
    expect(indexed).toMatch(/^The portal indexed the document Travel policyDone/)
    expect(gap).toMatch(/^Ola Nordmann opened a gapDone/)
  })

  it.each([
    ['evidence-pack.created', 'made an evidence pack about Travel policy'],
    ['question.sent', 'sent a question to the owner of Travel policy'],
    ['golden-question.added', 'added a golden question about Travel policy'],
    ['golden-question.removed', 'removed a golden question about Travel policy'],
    ['verified-answer.created', 'verified an answer from Travel policy'],
    ['verified-answer.expired', 'let a verified answer from Travel policy expire'],
    ['verified-answer.withdrawn', 'withdrew a verified answer from Travel policy'],
  ])('names the document of %s: Ola Nordmann %s', async (action, sentence) => {
    renderOwnTrail(() => Response.json([entry(1, { action, subjectName: 'Travel policy' })]))
    expect((await rows())[0]?.textContent).toContain(`Ola Nordmann ${sentence}Done`)
  })

  it('says "a document" where it does not know its title, and no id of what the sentence is not about', async () => {
    const actions = ['question.sent', 'verified-answer.created', 'golden-question.added']
    renderOwnTrail(() => Response.json(actions.map((action, at) => entry(at, { action }))))
    const [sent, verified, golden] = (await rows()).map((row) => row.textContent ?? '')
    expect(sent).toContain('sent a question to the owner of a documentDone')
    expect(verified).toContain('verified an answer from a documentDone')
    expect(golden).toContain('added a golden question about a documentDone')
  })

  it('names remotes, of gaps neither question nor id, and of invited people the role alone', async () => {
    renderOwnTrail(() =>
      Response.json([
        entry(6, { action: 'gap.changed', details: { state: 'assigned', isOfQuestions: true } }),
        entry(5, { action: 'gap.changed', details: { state: 'assigned' } }),
        entry(4, { action: 'gap.changed', details: { state: 'answered' } }),
        entry(3, { action: 'remote.changed', subject: 'documents', details: { change: 'pin' } }),
        entry(2, { action: 'invitation.created', details: { role: 'team_member' } }),
        entry(1, { action: 'invitation.accepted', details: { role: 'manager' } }),
      ]),
    )
    const texts = (await rows()).map((row) => row.textContent ?? '')
    const [joined, assigned, answered, pinned, invited, accepted] = texts
    expect(joined).toContain('changed the questions of a gapDone')
    expect(assigned).toContain('assigned a gapDone')
    expect(answered).toContain('closed a gap as answeredDone')
    expect(pinned).toContain('changed which version of the remote documents is shownDone')
    expect(invited).toContain('invited somebody as EmployeeDone')
    expect(accepted).toContain('accepted an invitation as ManagerDone')
  })

  it('is searched and filtered by what the address says, and changes it', async () => {
    const { server, person } = renderOwnTrail(() => Response.json([]), {
      path: '/audit?q=role&outcome=denied&period=7d',
    })
    expect(await screen.findByText('No entry matches')).toBeTruthy()
    const asked = server.requests(list)
    expect(asked).toHaveLength(1)
    expect(screen.getByLabelText<HTMLInputElement>('Search the audit trail').value).toBe('role')
    expect(screen.getByLabelText<HTMLSelectElement>('Outcome').value).toBe('denied')
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Nothing recorded yet')).toBeTruthy()
    await person.selectOptions(screen.getByLabelText('Outcome'), 'Read')
    expect(await screen.findByText('No entry matches')).toBeTruthy()
  })

  it('asks the server for what is filtered', async () => {
    const urls: URL[] = []
    renderOwnTrail(
      (url) => {
        urls.push(url)
        return Response.json([entry(1)])
      },
      { path: '/audit?q=role%20changed&outcome=denied&period=24h' },
    )
    await rows()
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toMatchObject({
      q: 'role changed',
      outcome: 'denied',
      limit: '50',
    })
    expect(Date.now() - Date.parse(urls[0]?.searchParams.get('from') ?? '')).toBeLessThan(26 * 3_600_000)
  })

  it('goes on from the last entry when more are wanted, and ends with the last', async () => {
    const full = Array.from({ length: 50 }, (_, n) => entry(100 - n))
    const { person } = renderOwnTrail((url) =>
      Response.json(url.searchParams.get('cursor') === '51' ? [entry(50, { actorName: 'The last' })] : full),
    )
    expect(await rows()).toHaveLength(50)
    await person.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('The last')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('is read again by whoever comes back to it, and when asked: no event says that it has grown', async () => {
    let trail = [entry(1)]
    const { person } = renderOwnTrail(() => Response.json(trail), { Screen: withReturn(Own) })
    expect(await rows()).toHaveLength(1)
    trail = [entry(2, { action: 'document.deleted', subjectName: 'Travel policy' }), ...trail]
    await person.click(screen.getByRole('button', { name: 'Leave' }))
    await person.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('Travel policy')).toBeTruthy()
    trail = [entry(3, { actorName: 'The newest' }), ...trail]
    await person.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('The newest')).toBeTruthy()
  })

  it('is searched once typing pauses, and keeps its rows until the found ones are there', async () => {
    const asked: (string | null)[] = []
    const { person } = renderOwnTrail((url) => {
      asked.push(url.searchParams.get('q'))
      return asked.length === 1 ? Response.json([entry(1)]) : new Promise<Response>(() => undefined)
    })
    expect(await rows()).toHaveLength(1)
    await person.type(screen.getByLabelText('Search the audit trail'), 'role')
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    expect(asked).toEqual([null, 'role'])
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  it('never says that nothing is recorded while the first rows after a fruitless search come', async () => {
    const { person } = renderOwnTrail(
      (url) => (url.searchParams.has('q') ? Response.json([]) : new Promise<Response>(() => undefined)),
      { path: '/audit?q=nothing' },
    )
    await person.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('status', { name: 'Loading the audit trail' })).toBeTruthy()
    expect(screen.queryByText('Nothing recorded yet')).toBeNull()
  })

  it('is a file to take away, in two formats', async () => {
    const saved = catchSavedFiles()
    const file = 'GET /api/audit/export'
    const { person, server } = renderOwnTrail(() => Response.json([]), {
      token: 'a.b.c',
      responses: {
        [list]: () => Response.json([]),
        [file]: (_, { url }) =>
          fileResponse(`attachment; filename="audit-7.${new URL(url).searchParams.get('format')}"`),
      },
    })
    await screen.findByText('Nothing recorded yet')
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Export CSV')).toBe('/api/audit/export?format=csv')
    expect(link('Export JSON lines')).toBe('/api/audit/export?format=jsonl')
    for (const name of ['Export CSV', 'Export JSON lines'])
      await person.click(screen.getByRole('link', { name }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['audit-7.csv', 'audit-7.jsonl']))
    for (const { headers } of server.requests(file)) expect(headers.get('authorization')).toBe('Bearer a.b.c')
  })

  it('is a skeleton while it loads, and says why when it cannot be loaded', async () => {
    let response: () => Response | Promise<Response> = () => new Promise<Response>(() => undefined)
    renderOwnTrail(() => response())
    expect(screen.getByRole('status', { name: 'Loading the audit trail' })).toBeTruthy()
    cleanup()
    response = () => errorResponse(503, 'The service cannot reach its data right now.')
    const { person } = renderOwnTrail(() => response())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The service cannot reach its data right now.')
    response = () => Response.json([entry(1)])
    await person.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(1)
  })
})

describe('what is shown', () => {
  it('is narrowed to an action and a person, and so is the file', async () => {
    const { person } = renderOwnTrail(() => Response.json([entry(1)]), { path: '/audit?period=7d' })
    await person.click(await screen.findByRole('button', { name: 'Ola Nordmann' }))
    await person.selectOptions(screen.getByLabelText('Action'), 'Removed … from the organization')
    const href = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href') ?? ''
    const asked = Object.fromEntries(new URL(href, 'https://portal.test').searchParams)
    expect(asked).toMatchObject({ format: 'csv', action: 'member.removed', actorId: 'person-9' })
    expect(asked['from']).toBeDefined()
    await person.click(screen.getByRole('button', { name: /Show what everybody did/ }))
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).not.toContain('actorId')
  })

  it('is verified when asked: how far the chain is intact, or where it is not', async () => {
    let verdict = {
      entries: 160,
      lastSequence: 160,
      firstBad: null as number | null,
      finding: null as string | null,
    }
    const { person } = renderOwnTrail(() => Response.json([entry(1)]), {
      responses: {
        [list]: () => Response.json([entry(1)]),
        'GET /api/audit/verification': () => Response.json(verdict),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Chain intact up to #160')).toBeTruthy()
    verdict = { ...verdict, firstBad: 12, finding: 'the entry is missing' }
    await person.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Not intact from #12 on: the entry is missing')).toBeTruthy()
  })
})

describe('a verdict', () => {
  const intact = { entries: 160, lastSequence: 160, firstBad: null, finding: null }
  const check = 'GET /api/audit/verification'

  it('is one that was asked for since the page was opened: an old one is not shown, and Verify checks anew', async () => {
    const { person, server } = renderOwnTrail(() => Response.json([]), {
      Screen: withReturn(Own),
      responses: { [list]: () => Response.json([]), [check]: () => Response.json(intact) },
    })
    await person.click(await screen.findByRole('button', { name: 'Verify' }))
    await screen.findByText('Chain intact up to #160')
    server.now({ [check]: () => Response.json({ ...intact, firstBad: 12, finding: 'the entry is missing' }) })
    await person.click(screen.getByRole('button', { name: 'Leave' }))
    await person.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText(/^Check that nothing in the chain/)).toBeTruthy()
    expect(screen.queryByText('Chain intact up to #160')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Not intact from #12 on: the entry is missing')).toBeTruthy()
    expect(server.requests(check)).toHaveLength(2)
  })

  it('does not outlive a check that failed', async () => {
    const { person, server } = renderOwnTrail(() => Response.json([]), {
      responses: { [list]: () => Response.json([]), [check]: () => Response.json(intact) },
    })
    await person.click(await screen.findByRole('button', { name: 'Verify' }))
    await screen.findByText('Chain intact up to #160')
    server.now({ [check]: () => errorResponse(503, 'Away.') })
    await person.click(screen.getByRole('button', { name: 'Verify' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The chain could not be verified')
    expect(screen.queryByText('Chain intact up to #160')).toBeNull()
  })
})

describe('the trails of all organizations', () => {
  const organizations = [fixedOrganization(7, { name: 'Halden Medical' })]
  const responses = {
    'GET /api/master/audit': () =>
      Response.json([entry(3), entry(9, { organizationId: 8 }), entry(5, { organizationId: null })]),
  }

  it('name the organization of each entry, or the platform', async () => {
    renderMaster({ Screen: Platform, path: '/master-admin/audit', organizations, responses })
    await screen.findAllByText('Halden Medical')
    const [named, nameless, platform] = (await rows()).map((row) => row.textContent ?? '')
    expect(named).toContain('Halden Medical')
    expect(nameless).toContain('Org #8')
    expect(platform).toContain('Platform')
  })

  it('are narrowed to one organization, also as a file', async () => {
    renderMaster({ Screen: Platform, path: '/master-admin/audit?organization=7', organizations, responses })
    await rows()
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/master/audit/export?format=csv&organizationId=7',
    )
  })

  it('are asked for by operators alone', async () => {
    const { server } = renderMaster({
      Screen: Platform,
      path: '/master-admin/audit',
      session: fixedSession('admin'),
      responses,
    })
    await waitFor(() => expect(readToasts().toasts[0]?.title).toBe('Access Denied'))
    expect(server.requests('GET /api/master/audit')).toEqual([])
  })
})

describe('actions in words', () => {
  it('a new action reads as its name does', () => {
    expect(actionLabel('policy.review-due')).toBe('Policy review due')
    expect(actionLabel('document.deleted')).toBe('Deleted the document …')
  })

  it('what was suppressed is said', () => {
    expect(actionDetail({ code: 'suppressed', suppressed: 990 })).toBe(
      'and 990 more that were not listed one by one',
    )
    expect(actionDetail({ something: 'else' })).toBe('')
  })

  it('a decision is said in words', () => {
    expect(actionDetail({ status: 'changes_requested' })).toBe('changes requested')
  })
})
