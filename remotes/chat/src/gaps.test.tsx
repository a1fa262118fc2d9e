// @vitest-environment happy-dom
import type { Gap } from '@portal/contracts/gaps'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { renderScreen, type ScreenSetup } from '@portal/remote-kit/render-screen'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/gaps.tsx'
import { fixedId } from './testing/fixed-answers.ts'
import { fixedGap, fixedNames } from './testing/fixed-learned.ts'

const path = '/api/chat/gaps'
const renderGaps = (gaps: readonly Gap[], setup: ScreenSetup = {}) =>
  renderScreen(Screen, {
    path: '/gaps',
    ...setup,
    responses: { ...fixedNames, [`GET ${path}`]: () => Response.json(gaps), ...setup.responses },
  })
const sent = {
  id: fixedId('a000', 9),
  question: 'Who may sign?',
  askerId: 'tomas',
  outcome: 'no_evidence' as const,
  sentAt: '2026-02-03T09:00:00.000Z',
}

describe('the gaps', () => {
  it('say what was asked, how often, and who has it; those to do come first', async () => {
    renderGaps([
      fixedGap(1, { ownerId: 'ada', note: 'In the next edition.' }),
      fixedGap(2, { question: 'Dismissed long ago?', state: 'dismissed' }),
    ])
    const gap = within(await screen.findByRole('article', { name: 'May I keep a gift?' }))
    gap.getByText(/4 people asked, 3 without an answer, 1 answer rated low/)
    await gap.findByText('Ada Lovelace')
    gap.getByText('In the next edition.')
    await gap.findByText('Human Resources')
    expect(screen.queryByText('Dismissed long ago?')).toBeNull()
  })

  it('of other states are shown when chosen', async () => {
    const { person } = renderGaps([fixedGap(2, { question: 'Dismissed long ago?', state: 'dismissed' })])
    await screen.findByText('Nothing to do')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Dismissed')
    await screen.findByRole('article', { name: 'Dismissed long ago?' })
  })

  it('of other states are shown by a link to them', async () => {
    renderGaps([fixedGap(2, { question: 'Dismissed long ago?', state: 'dismissed' })], {
      path: '/gaps?show=dismissed',
    })
    await screen.findByRole('article', { name: 'Dismissed long ago?' })
  })

  it('that were only sent show the question with its asker', async () => {
    const few = { question: null, askers: null, unanswered: null, ratedLow: null, sent: [sent] }
    renderGaps([fixedGap(1, few)])
    const gap = within(await screen.findByRole('article', { name: 'Who may sign?' }))
    gap.getByText(/1 question sent to the owner/)
    await gap.findByText('From Tomas Lindqvist')
  })

  it('that cannot be read say so', async () => {
    renderGaps([], { responses: { [`GET ${path}`]: () => errorResponse(503, 'Busy.') } })
    await screen.findByText('The gaps could not be loaded')
  })
})

describe('a gap', () => {
  const call = `PATCH ${path}/${fixedGap().id}`

  it('is assigned by a steward, who sends only what was changed', async () => {
    const { person, server } = renderGaps([fixedGap()], {
      responses: { [call]: () => Response.json(fixedGap(1, { ownerId: 'ada', state: 'assigned' })) },
    })
    await person.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'Ada Lovelace' })
    for (const none of ['Nobody yet', 'No department', 'No document yet'])
      dialog.getByRole('option', { name: none })
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Owner' }), 'Ada Lovelace')
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.requests(call)[0]?.body).toEqual({ ownerId: 'ada' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps what somebody else has changed while its dialog was open', async () => {
    const { person, server, refetch } = renderGaps([fixedGap()], {
      responses: { [call]: () => Response.json(fixedGap()) },
    })
    await person.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('option', { name: 'Ada Lovelace' })
    server.now({
      [`GET ${path}`]: () => Response.json([fixedGap(1, { state: 'assigned', note: 'Ask Ada.' })]),
    })
    await refetch()
    await dialog.findByText(
      'This gap was changed meanwhile, by somebody else or by you in another tab. It is now assigned.',
    )
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Owner' }), 'Ada Lovelace')
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.requests(call)[0]?.body).toEqual({ ownerId: 'ada' }))
  })

  it('that leaves the view while it is changed keeps its dialog with the note, and says why', async () => {
    const { person, server, refetch } = renderGaps([fixedGap()])
    await person.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(dialog.getByRole('textbox', { name: /Note/ }), 'Legal writes it.')
    server.now({ [`GET ${path}`]: () => Response.json([fixedGap(1, { state: 'answered' })]) })
    await refetch()
    await dialog.findByText(
      'This gap was changed meanwhile, by somebody else or by you in another tab. It is now answered.',
    )
    expect(screen.queryByRole('article')).toBeNull()
    dialog.getByDisplayValue('Legal writes it.')
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
    server.now({ [`GET ${path}`]: () => Response.json([]) })
    await refetch()
    await dialog.findByText('This gap is no longer yours to change. You can still copy what you have typed.')
    dialog.getByDisplayValue('Legal writes it.')
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  it('is answered only with a document', async () => {
    const { person } = renderGaps([fixedGap()])
    await person.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.selectOptions(dialog.getByRole('combobox', { name: 'State' }), 'Answered')
    dialog.getByText('Choose the document that answers it.')
    expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  })

  it('is not assigned or dismissed by its owner', async () => {
    const { person } = renderGaps([fixedGap(1, { ownerId: 'ada' })], { role: 'team_member' })
    await person.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('combobox', { name: 'Owner' })).toBeNull()
    expect(dialog.queryByRole('option', { name: 'Dismissed' })).toBeNull()
  })
})
