// @vitest-environment happy-dom

import { addDays, dayIn } from '@portal/contracts/calendar-day'
import { defaultSettings } from '@portal/contracts/organization-settings'
import type { Role } from '@portal/contracts/permissions'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen } from '@portal/remote-kit/render-screen'
import { fixedSession } from '@portal/remote-kit/test-portal'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Screen } from './routes/dashboard.tsx'
import {
  fixedDepartments,
  fixedDocument,
  fixedId,
  fixedOrganization,
  freshOrganization,
} from './testing/fixed-organization.ts'

/** An image of a browser that has it already. */
class LoadedImage extends EventTarget {
  readonly complete = true
  readonly naturalWidth = 1
  src = ''
}

type Changes = Parameters<typeof fixedOrganization>[0]

function renderDashboard(role: Role, changes: Changes = {}) {
  return renderScreen(Screen, { role, responses: fixedOrganization(changes) })
}

const waiting = () => within(screen.getByRole('region', { name: 'Waiting for me' }))
const rows = async () =>
  (await waiting().findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
const today = dayIn('UTC')

const approval = {
  ...{ id: fixedId(1, 5), versionId: fixedId(1, 9), approverUserId: 'person-1', delegateUserId: null },
  ...{
    status: 'pending',
    comments: null,
    createdAt: new Date().toISOString(),
    round: 1,
    stage: 1,
    quorum: 1,
  },
  ...{ dueAt: `${addDays(today, -2)}T12:00:00.000Z`, decidedAt: null, decidedBy: null, contentHash: 'a' },
  version: {
    ...{ id: fixedId(1, 9), documentId: fixedId(1), customId: 'IR-1', documentTitle: 'Incident Response' },
    ...{ version: 4, title: 'Four', changes: '', createdBy: 'person-2', effectiveAt: null },
  },
}

const reading = {
  ...{ id: fixedId(1, 6), campaignId: fixedId(1, 6), documentId: fixedId(2), customId: 'T-1' },
  ...{ documentTitle: 'Travel Policy', versionId: fixedId(2, 9), version: 1, contentHash: 'b', changes: '' },
  ...{ change: 'material', dueOn: null, isOverdue: false, askedAt: new Date().toISOString() },
}

const gap = {
  ...{ id: fixedId(1, 4), state: 'open', question: 'AI tools?', askers: 9, unanswered: 9, ratedLow: 0 },
  ...{ sent: [], documentId: null, ownerId: null, departmentId: null, note: '' },
  ...{ lastAskedAt: new Date().toISOString(), changedAt: new Date().toISOString() },
}

const noStats = { totalQuestions: 0, totalDocuments: 0, averageRating: null, departments: [] }

const failedFiles = {
  ...{ queued: 0, reading: 0, indexing: 0, ready: 0, failed: 2, partlyRead: 0, parsers: [] },
}

const everything: Changes = {
  '/api/approvals/pending': [approval],
  '/api/acknowledgements/pending': [reading],
  '/api/chat/gaps': [gap],
  '/api/ingestion-problems/health': failedFiles,
}

it('what happened to nothing that has a name leads to its page all the same', async () => {
  const activity = {
    ...{ id: fixedId(1), at: '2026-11-20T10:00:00.000Z', action: 'organization.settings-changed' },
    ...{ phrase: 'changed the settings of the organization', actorId: 'person-2', actorName: 'Priya' },
    ...{ subjectName: null, to: '/settings' },
  }
  renderDashboard('admin', { '/api/analytics/activity': [activity] })
  const link = await screen.findByRole('link', { name: 'changed the settings of the organization' })
  expect(link.getAttribute('href')).toBe('/settings')
})

it('the banner says what needs attention, where no decision waits', async () => {
  renderDashboard('facilitator', {
    '/api/chat/gaps': [gap],
    '/api/ingestion-problems/health': failedFiles,
  })
  expect(
    await screen.findByText(/2 files could not be read\. 1 question without a good answer\./),
  ).toBeTruthy()
})

it('the assistant does not call documents missing that are being read', async () => {
  const ingestion = { state: 'indexing', reason: null, passages: 0 } as const
  renderDashboard('admin', { '/api/documents': [fixedDocument(1, { ingestion })] })
  expect(await screen.findByText(/Yours are being read; that takes a moment/)).toBeTruthy()
})

it('the figures say how many questions are recent', async () => {
  renderDashboard('manager')
  expect(await screen.findByText('200 in the last 30 days')).toBeTruthy()
})

it('a document shows its department behind the dot that it has everywhere', async () => {
  const filed = fixedDocument(1, { departmentId: 1, departmentName: 'Legal & Compliance' })
  renderDashboard('admin', { '/api/documents': [filed] })
  const name = await screen.findByText('Legal & Compliance')
  const dot = () => name.parentElement?.querySelector('circle')?.getAttribute('fill')
  await waitFor(() => expect(dot()).toBe(fixedDepartments[0]?.color))
})

it('what somebody did stands beside their picture', async () => {
  const activity = {
    ...{ id: fixedId(1), at: '2026-11-20T10:00:00.000Z', action: 'document.uploaded' },
    ...{ phrase: 'uploaded', actorId: 'person-2', actorName: 'Priya', subjectName: 'Travel', to: null },
  }
  const profileImageUrl = '/api/users/person-2/picture?v=1'
  vi.stubGlobal('Image', LoadedImage)
  onTestFinished(() => void vi.unstubAllGlobals())
  renderDashboard('admin', {
    '/api/analytics/activity': [activity],
    '/api/users/names': [{ id: 'person-2', name: 'Priya', profileImageUrl }],
  })
  const row = (await screen.findByText('Priya')).closest('li')
  await waitFor(() => expect(row?.querySelector('img')?.getAttribute('src')).toBe(profileImageUrl))
})

describe('what waits for me', () => {
  it('an approver sees their decisions first, and the banner leads there', async () => {
    renderDashboard('manager', everything)
    await waitFor(async () => expect(await rows()).toHaveLength(4))
    expect((await rows())[0]).toMatch(
      /^Incident Response, version 4Priya Raghunathan asked for your approval/,
    )
    expect((await rows())[0]).toMatch(/Overdue$/)
    const act = await screen.findByRole('link', { name: 'Open approvals (1)' })
    expect(act.getAttribute('href')).toBe('/approvals')
    expect(screen.getByText(/1 decision and 1 document to read wait for you\./)).toBeTruthy()
  })

  it('a steward then sees what keeps answers from being right, and may upload', async () => {
    renderDashboard('admin', { ...everything, '/api/approvals/pending': [] })
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    const [first, second, third] = await rows()
    expect(first).toMatch(/^2 files could not be read/)
    expect(second).toMatch(/^1 question without a good answer/)
    expect(third).toMatch(/^Travel Policy, version 1/)
    expect(screen.getByRole('button', { name: 'Quick upload' })).toBeTruthy()
  })

  it('a manager sees what to read, then what their department asks in vain; no file or upload', async () => {
    const { server } = renderDashboard('manager', { ...everything, '/api/approvals/pending': [] })
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    const [first, second] = await rows()
    expect(first).toMatch(/^Travel Policy, version 1/)
    expect(second).toMatch(/^1 unanswered question in Legal & Compliance/)
    expect(
      waiting()
        .getByRole('link', { name: /in Legal/ })
        .getAttribute('href'),
    ).toBe('/analytics?department=1#unanswered')
    expect(screen.getByRole('link', { name: 'Open what to read (1)' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Quick upload' })).toBeNull()
    expect(server.requests('GET /api/ingestion-problems/health')).toEqual([])
  })

  it("shows reviews of one's own documents, to stewards those without an owner as well", async () => {
    const review = (days: number) => ({
      nextOn: addDays(today, days),
      cycleMonths: null,
      isOverdue: days < 0,
    })
    const documents = [
      fixedDocument(1, { ownerId: 'person-1', review: review(5) }),
      fixedDocument(2, { ownerId: null, review: review(-3) }),
      fixedDocument(3, { ownerId: 'person-2', review: review(-9) }),
    ]
    renderDashboard('facilitator', { '/api/documents': documents })
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    const [first, second] = await rows()
    expect(first).toMatch(/^Policy 2Nobody owns this document.*Overdue$/)
    expect(second).toMatch(/^Policy 1You own this document.*Due in \d days$/)
  })

  it.each([
    ['2026-02-03T22:00:00Z', /Due today$/, /Due today$/],
    ['2026-02-04T02:30:00Z', /Overdue$/, /Due today$/],
    ['2026-02-04T08:30:00Z', /Overdue$/, /Overdue$/],
  ])('at %s, is due on days of the organization’s time zone', async (now, ofApproval, ofReview) => {
    vi.setSystemTime(now)
    onTestFinished(() => void vi.useRealTimers())
    // At 18:00 of the same day, 8 hours behind UTC.
    const dueAt = '2026-02-04T02:00:00.000Z'
    const isOverdue = now > '2026-02-04T08'
    const review = { nextOn: '2026-02-03', cycleMonths: null, isOverdue }
    renderDashboard('manager', {
      '/api/organization/settings': { ...defaultSettings, timeZone: 'America/Los_Angeles' },
      '/api/approvals/pending': [{ ...approval, dueAt }],
      '/api/acknowledgements/pending': [{ ...reading, dueOn: '2026-02-03', isOverdue }],
      '/api/documents': [fixedDocument(1, { ownerId: 'person-1', review })],
    })
    await waitFor(async () => {
      const shown = await rows()
      expect(shown.find((row) => row.startsWith('Incident'))).toMatch(ofApproval)
      expect(shown.find((row) => row.startsWith('Travel'))).toMatch(ofReview)
      expect(shown.find((row) => row.startsWith('Policy 1'))).toMatch(ofReview)
    })
  })

  it('names no day as long as the organization’s is not known, and says that reviews are not', async () => {
    const { server } = renderDashboard('manager', { ...everything, '/api/documents': [] })
    server.now({ 'GET /api/organization/settings': () => errorResponse(503, 'Busy.') })
    expect(await waiting().findByText('The reviews that are due could not be loaded')).toBeTruthy()
    expect((await rows())[0]).toMatch(/^Incident Response.*Overdue$/)
  })

  it('says once what failed, and reads all of it again at one press', async () => {
    const { person, server } = renderDashboard('manager', everything)
    const parts = ['GET /api/approvals/pending', 'GET /api/acknowledgements/pending'] as const
    server.now(Object.fromEntries(parts.map((part) => [part, () => errorResponse(503, 'Busy.')])))
    await waiting().findByText(
      'Some of it could not be loaded: your approvals and what you are asked to read',
    )
    expect(waiting().getAllByRole('alert')).toHaveLength(1)
    server.now({
      'GET /api/approvals/pending': () => Response.json([approval]),
      'GET /api/acknowledgements/pending': () => Response.json([]),
    })
    await person.click(waiting().getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(waiting().queryByRole('alert')).toBeNull())
    expect((await rows())[0]).toMatch(/^Incident Response/)
  })

  it('says that nothing waits', async () => {
    renderDashboard('facilitator')
    expect(await waiting().findByText('Nothing waits for you')).toBeTruthy()
    expect(screen.getByText(/Nothing waits for you\.$/)).toBeTruthy()
  })
})

describe('the quick upload', () => {
  it('opens below the banner, for admin and facilitator', async () => {
    const { person } = renderDashboard('facilitator')
    await person.click(screen.getByRole('button', { name: 'Quick upload' }))
    expect(screen.getByRole('form', { name: 'Quick upload' })).toBeTruthy()
  })
})

describe('a fresh organization', () => {
  const steps = async () =>
    (await screen.findByRole('list', { name: 'First steps' })).querySelectorAll('.sr-only')
  const states = async () => [...(await steps())].map(({ textContent }) => textContent)

  it('has a list of first steps that ticks itself', async () => {
    const { server } = renderDashboard('admin', freshOrganization)
    expect(await states()).toEqual([', to do', ', to do', ', to do', ', to do'])
    expect(await screen.findByText('0 of 4 done')).toBeTruthy()
    expect(server.requests('GET /api/invitations')).toHaveLength(1)
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(leadsTo('Upload a policy')).toBe('/documents?open=upload')
    expect(leadsTo('Invite a colleague')).toBe('/team?open=invitation')
  })

  it.each([
    ['departments', { '/api/departments': [] }, 0],
    ['a policy', { '/api/documents': [fixedDocument(1)] }, 1],
    [
      'a question',
      { '/api/conversations': [{ id: fixedId(1), title: 'One', createdAt: '2026-01-01T00:00:00.000Z' }] },
      3,
    ],
    ['a question of anybody', { '/api/analytics/stats': { ...noStats, totalQuestions: 1 } }, 3],
  ] as const)('ticks %s', async (_, changes, at) => {
    renderDashboard('admin', { ...freshOrganization, ...changes })
    const ticked = (await states()).map((words) => words === ', done')
    expect(ticked).toEqual([0, 1, 2, 3].map((step) => step === at))
  })

  it('adds sample policies in one click, says what to ask them, and takes them out again', async () => {
    const sample = fixedDocument(1, { isSample: true })
    const question = 'How many days of leave do I have?'
    const added = { offered: 5, titles: [sample.title], questions: [question] }
    const { person, server } = renderDashboard('admin', freshOrganization)
    const answers = (call: string, state: object, documents: unknown[]) => ({
      [call]: () => {
        server.now({
          'GET /api/documents': () => Response.json(documents),
          'GET /api/documents/samples': () => Response.json(state),
        })
        return Response.json(state)
      },
    })
    server.now(answers('POST /api/documents/samples', added, [sample]))
    await person.click(await screen.findByRole('button', { name: 'Add sample policies' }))
    const samples = within(await screen.findByRole('region', { name: 'Sample policies' }))
    const ask = await samples.findByRole('link', { name: question })
    expect(ask.getAttribute('href')).toBe('/chat?question=How%20many%20days%20of%20leave%20do%20I%20have%3F')
    // A sample is no first policy of one's own.
    expect(await states()).toEqual([', to do', ', to do', ', to do', ', to do'])
    server.now(answers('DELETE /api/documents/samples', { ...added, titles: [], questions: [] }, []))
    await person.click(samples.getByRole('button', { name: 'Remove samples' }))
    expect(await screen.findByRole('button', { name: 'Add sample policies' })).toBeTruthy()
    expect(server.requests('DELETE /api/documents/samples')).toHaveLength(1)
  })

  it('completes an adding that was cut short', async () => {
    const titles = [1, 2, 3, 4, 5].map((number) => fixedDocument(number, { isSample: true }).title)
    const documents = [fixedDocument(1, { isSample: true })]
    const cutShort = { offered: 5, titles: titles.slice(0, 1), questions: [] }
    const { person, server } = renderDashboard('admin', {
      ...freshOrganization,
      '/api/documents': documents,
      '/api/documents/samples': cutShort,
    })
    server.now({
      'POST /api/documents/samples': () => {
        server.now({ 'GET /api/documents/samples': () => Response.json({ ...cutShort, titles }) })
        return Response.json({ ...cutShort, titles })
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Add the others' }))
    expect(await screen.findByText('5 sample policies in your library')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove samples' })).toBeTruthy()
  })

  it('offers no samples to those with policies of their own, and says if they cannot be loaded', async () => {
    renderDashboard('admin', { ...freshOrganization, '/api/documents': [fixedDocument(1)] })
    expect(await states()).toHaveLength(4)
    await waitFor(() => expect(screen.queryByText('No policy at hand?')).toBeNull())
    cleanup()
    const { server } = renderDashboard('admin', freshOrganization)
    server.now({ 'GET /api/documents/samples': () => errorResponse(500, 'Away') })
    expect(await screen.findByText('The sample policies could not be loaded')).toBeTruthy()
  })

  it('can be hidden for good, and managers have none', async () => {
    const { person } = renderDashboard('admin', freshOrganization)
    await person.click(await screen.findByRole('button', { name: 'Hide' }))
    expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull()
  })

  it('offers the acts that fill its lists', async () => {
    renderDashboard('manager', freshOrganization)
    expect(await screen.findByText('No documents found')).toBeTruthy()
    expect(screen.getByText('An administrator or facilitator has to upload the first one.')).toBeTruthy()
    const ask = await screen.findByRole('link', { name: 'Ask a question' })
    expect(ask.getAttribute('href')).toBe('/chat')
    expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull()
  })
})

it('what the organization has switched off is neither shown nor asked for (decision 112)', async () => {
  const featuresOff = ['assistant', 'gaps', 'acknowledgements', 'analytics']
  const session = fixedSession('admin', { organization: { id: 7, name: 'Halden Medical', featuresOff } })
  const { server } = renderScreen(Screen, { session, responses: fixedOrganization(everything) })
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await screen.findByRole('region', { name: 'Quick Actions' })
  for (const name of ['AI Assistant', 'Recent activity'])
    expect(screen.queryByRole('region', { name })).toBeNull()
  for (const name of ['Analytics', 'Open Chat']) expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.queryByLabelText('Figures')).toBeNull()
  for (const path of ['analytics/stats', 'analytics/activity', 'chat/gaps', 'acknowledgements/pending'])
    expect(server.requests(`GET /api/${path}`)).toEqual([])
})
