// @vitest-environment happy-dom
import { defaultSettings } from '@portal/contracts/organization-settings'
import { catchSavedFiles } from '@portal/remote-kit/catch-saved-files'
import { errorResponse, fileResponse } from '@portal/remote-kit/fixed-server'
import { readToasts } from '@portal/ui/toast'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fixedCampaign, fixedReader, fixedReading } from './testing/fixed-campaigns.ts'
import { fixedPolicy, fixedVersion } from './testing/fixed-versions.ts'
import { type DocumentSetup, gifts, renderDocument } from './testing/render-document.tsx'
import { renderVersions } from './testing/render-versions.tsx'

const listPath = 'GET /api/acknowledgements/campaigns'
const startPath = 'POST /api/acknowledgements/campaigns'
const campaign = fixedCampaign()
const ofCampaign = (act: string) => `/api/acknowledgements/campaigns/${campaign.id}/${act}`
const people = [
  fixedReader('Zoe'),
  fixedReader('Ben'),
  fixedReader('Ann', { state: 'acknowledged', acknowledgedAt: '2026-01-15T10:20:00.000Z', version: 1 }),
]

function renderCampaign(campaigns = [campaign], setup: DocumentSetup = {}) {
  return renderDocument({
    ...setup,
    responses: {
      [listPath]: () => Response.json(campaigns),
      [`GET ${ofCampaign('people')}`]: () => Response.json(people),
      ...setup.responses,
    },
  })
}
const card = async () => within(await screen.findByRole('region', { name: 'Who has read it' }))

describe('a document that one is asked to read', () => {
  it('says so, and is acknowledged there', async () => {
    const reading = fixedReading()
    const pending = 'GET /api/acknowledgements/pending'
    const { person, server } = renderDocument({
      role: 'team_member',
      responses: {
        [pending]: () => Response.json([reading]),
        [`PUT /api/acknowledgements/${reading.versionId}`]: () => {
          server.now({ [pending]: () => Response.json([]) })
          return Response.json({ ...reading, acknowledgedAt: '2026-01-15T10:20:00.000Z' })
        },
      },
    })
    const banner = within(await screen.findByRole('region', { name: 'You are asked to read this' }))
    banner.getByText('Please read version 1 and acknowledge it.')
    await person.click(banner.getByRole('button', { name: 'I have read and understood version 1' }))
    await screen.findByText('You have acknowledged this version.')
    expect(screen.queryByRole('region', { name: 'You are asked to read this' })).toBeNull()
    // Who has read it is for those who manage the document.
    expect(screen.queryByRole('region', { name: 'Who has read it' })).toBeNull()
    expect(server.requests(listPath)).toHaveLength(0)
  })
})

describe('who has read a document', () => {
  it('is a sum and a bar, then the people, those who have not first', async () => {
    const { person } = renderCampaign()
    const shown = await card()
    await shown.findByText('1 of 3 have acknowledged version 1')
    expect(shown.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
    await person.click(shown.getByRole('button', { name: 'Show people' }))
    const names = async () =>
      within(await shown.findByRole('list', { name: 'People' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect((await names()).map((text) => text?.slice(0, 3))).toEqual(['Ben', 'Zoe', 'Ann'])
    await person.selectOptions(shown.getByLabelText('Show'), 'Has acknowledged')
    expect((await names()).map((text) => text?.slice(0, 3))).toEqual(['Ann'])
  })

  it('is reminded of by a button that says how many, and a refusal says when it is possible', async () => {
    const message = 'People were reminded in the last 24 hours. They can be reminded again in 24 hours.'
    const { person, server } = renderCampaign([campaign], {
      responses: { [`POST ${ofCampaign('remind')}`]: () => Response.json(campaign) },
    })
    await person.click(await (await card()).findByRole('button', { name: 'Remind 2' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('People were reminded'))
    server.now({ [`POST ${ofCampaign('remind')}`]: () => errorResponse(429, message) })
    await person.click((await card()).getByRole('button', { name: 'Remind 2' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe(message))
  })

  it('is saved as CSV', async () => {
    const saved = catchSavedFiles()
    const { person } = renderCampaign([campaign], {
      responses: { [`GET ${ofCampaign('file')}`]: () => fileResponse() },
    })
    await person.click(await (await card()).findByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['acknowledgements-GFT-1-v1.csv']))
  })

  it('is closed after a question, and stays on show without acts', async () => {
    const closed = fixedCampaign({ state: 'closed', closedAt: '2026-02-01T10:20:00.000Z' })
    const { person, server } = renderCampaign([campaign], {
      responses: {
        [`POST ${ofCampaign('close')}`]: () => {
          server.now({ [listPath]: () => Response.json([closed]) })
          return Response.json(closed)
        },
      },
    })
    await person.click(await (await card()).findByRole('button', { name: 'Close campaign' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Close campaign' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const now = await card()
    await now.findByRole('button', { name: 'Start campaign' })
    const sum = now.getByText('1 of 3 have acknowledged version 1')
    await waitFor(() => expect(document.activeElement).toBe(sum))
    for (const name of ['Close campaign', 'Remind 2']) expect(now.queryByRole('button', { name })).toBeNull()
  })

  it('says what could not be loaded', async () => {
    renderDocument({ responses: { [listPath]: () => errorResponse(503, 'Down') } })
    await (await card()).findByText('The campaigns could not be loaded')
  })
})

describe('a campaign', () => {
  it('is started for everyone or for departments, with a due date', async () => {
    const { person, server } = renderCampaign([], {
      responses: { [startPath]: () => Response.json(campaign, { status: 201 }) },
    })
    const empty = await card()
    await empty.findByText('Nobody has been asked to acknowledge version 1 yet.')
    await person.click(empty.getByRole('button', { name: 'Start campaign' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText('Changes since the earlier campaign')).toBeNull()
    await person.selectOptions(dialog.getByLabelText('Who is asked'), 'Members of departments')
    const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Start campaign' })
    expect(submit.disabled).toBe(true)
    await person.click(await dialog.findByLabelText('Human Resources'))
    await person.clear(dialog.getByLabelText(/^Due date/))
    await person.type(dialog.getByLabelText(/^Due date/), '2099-05-01')
    await person.click(submit)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.requests(startPath).map(({ body }) => body)).toEqual([
      {
        ...{ versionId: gifts.currentVersion?.id, departmentIds: [2] },
        ...{ dueOn: '2099-05-01', change: 'material' },
      },
    ])
  })

  it('is due two weeks after today, which is a day of the organization’s time zone', async () => {
    const { person, server } = renderCampaign([], {
      responses: {
        'GET /api/organization/settings': () =>
          Response.json({ ...defaultSettings, timeZone: 'Pacific/Kiritimati' }),
        [startPath]: () => Response.json(campaign, { status: 201 }),
      },
    })
    // Noon in UTC: it is the next day already where clocks are 14 hours ahead.
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-15T12:00:00Z'))
    await person.click(await (await card()).findByRole('button', { name: 'Start campaign' }))
    const dialog = within(await screen.findByRole('dialog'))
    const due = dialog.getByLabelText<HTMLInputElement>(/^Due date/)
    await waitFor(() => expect(due.value).toBe('2026-01-30'))
    expect(due.min).toBe('2026-01-16')
    vi.restoreAllMocks()
    await person.click(dialog.getByRole('button', { name: 'Start campaign' }))
    await waitFor(() => expect(server.requests(startPath)[0]?.body).toMatchObject({ dueOn: '2026-01-30' }))
  })

  it('after an earlier one says whether the changes were minor', async () => {
    const earlier = fixedCampaign({
      ...{ versionId: fixedVersion(9).id, version: 0, state: 'superseded', closedAt: null },
    })
    const { person, server } = renderCampaign([earlier], {
      responses: { [startPath]: () => Response.json(campaign, { status: 201 }) },
    })
    await person.click(await (await card()).findByRole('button', { name: 'Start campaign' }))
    const dialog = within(await screen.findByRole('dialog'))
    const kinds = await dialog.findByLabelText('Changes since the earlier campaign')
    await person.selectOptions(kinds, 'Minor: earlier acknowledgements carry over')
    await person.click(dialog.getByRole('button', { name: 'Start campaign' }))
    await waitFor(() => expect(server.requests(startPath)[0]?.body).toMatchObject({ change: 'minor' }))
  })

  it('that is refused keeps what was entered', async () => {
    const { person } = renderCampaign([], {
      responses: { [startPath]: () => errorResponse(400, 'Due date must not be over yet.') },
    })
    await person.click(await (await card()).findByRole('button', { name: 'Start campaign' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Start campaign' }))
    await waitFor(() => expect(readToasts().toasts[0]?.description).toBe('Due date must not be over yet.'))
    screen.getByRole('dialog')
  })

  it('is started on the versions page for the current version, unless one is running', async () => {
    const versions = [fixedVersion(2, { isActive: true }), fixedVersion(1)]
    const { server } = renderVersions({ versions, responses: { [listPath]: () => Response.json([]) } })
    const buttons = await screen.findAllByRole('button', { name: 'Start campaign' })
    expect(buttons).toHaveLength(1)
    buttons[0]?.click()
    await screen.findByRole('dialog', { name: 'Ask people to read version 2' })
    expect(server.requests(listPath).length).toBeGreaterThan(0)
  })

  it('that is running is not offered a second time', async () => {
    const running = fixedCampaign({ documentId: fixedPolicy.id })
    const { server } = renderVersions({
      versions: [fixedVersion(2, { isActive: true })],
      responses: { [listPath]: () => Response.json([running]) },
    })
    await screen.findByRole('article')
    await waitFor(() => expect(server.requests(listPath)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Start campaign' })).toBeNull()
  })
})
