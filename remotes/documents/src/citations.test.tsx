// @vitest-environment happy-dom
import type { DocumentCitations, SentQuestion } from '@portal/contracts/questions'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type DocumentSetup, gifts, renderDocument } from './testing/render-document.tsx'

const ofDocument = `/api/chat/documents/${gifts.id}`
const citationsCall = `GET ${ofDocument}/citations`
const questionsCall = `GET ${ofDocument}/questions`
const title = 'How often it is cited, and what people ask'

const citations: DocumentCitations = {
  answers: 61,
  weeks: [
    { startsOn: '2026-01-05', answers: 4 },
    { startsOn: '2026-01-12', answers: 0 },
    { startsOn: '2026-01-19', answers: 9 },
  ],
}
const asked = {
  question: 'May I accept a bottle of wine?',
  askers: 4,
  lastAskedAt: '2026-01-16T10:20:00.000Z',
}
const sent: SentQuestion = {
  id: '0190b6c1-0000-7000-a000-000000000009',
  question: 'What about <b>flowers</b>?',
  askerId: 'jonas',
  outcome: 'no_evidence',
  sentAt: '2026-01-17T10:20:00.000Z',
}

function render(setup: DocumentSetup = {}) {
  return renderDocument({
    ...setup,
    responses: {
      [citationsCall]: () => Response.json(citations),
      [questionsCall]: () => Response.json({ questions: [asked], sent: [sent] }),
      'GET /api/users/names': () => Response.json([{ id: 'jonas', name: 'Jonas Weber' }]),
      ...setup.responses,
    },
  })
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('how often a document is cited', () => {
  it('is a fact in its header, which leads to what stands behind it', async () => {
    render()
    const fact = await screen.findByRole('link', { name: 'Cited in 61 answers' })
    expect(fact.getAttribute('href')).toBe(`/documents/${gifts.id}?use=open`)
  })

  it('is a sum, a chart that says what it shows, and a table with every week', async () => {
    const { person } = render({ search: '?use=open' })
    const shown = await section('How often it is cited')
    await shown.findByText('61 answers')
    shown.getByRole('img', { name: 'Answers per week: 9 in the present one, at most 9' })
    await person.click(shown.getByText('As a table'))
    const rows = within(shown.getByRole('table', { name: 'Answers per week' })).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      '19 Jan 20269',
      '12 Jan 20260',
      '5 Jan 20264',
    ])
  })

  it('says so when no answer cites it', async () => {
    render({
      search: '?use=open',
      responses: { [citationsCall]: () => Response.json({ answers: 0, weeks: [] }) },
    })
    await screen.findByText('No answer of the assistant cites this document yet.')
    screen.getByRole('link', { name: 'Not cited yet' })
    expect(screen.queryByRole('img', { name: /Answers per week/ })).toBeNull()
  })

  it('that cannot be loaded takes nothing else of the page with it', async () => {
    render({ search: '?use=open', responses: { [citationsCall]: () => errorResponse(503, 'Chat is away.') } })
    await screen.findByText('The citations could not be loaded')
    await screen.findByText(asked.question)
    await screen.findByRole('article', { name: 'Text of Gifts Policy' })
  })

  it('is for its owner and managers: nobody else asks for it', async () => {
    const { server } = render({ role: 'team_member', search: '?use=open' })
    await screen.findByRole('article', { name: 'Text of Gifts Policy' })
    expect(screen.queryByText(title)).toBeNull()
    expect(server.requests(citationsCall)).toEqual([])
  })
})

describe('what people ask of a document', () => {
  it('is asked for only once somebody opens it', async () => {
    const { person, server } = render()
    const summary = await screen.findByText(title)
    expect(server.requests(questionsCall)).toEqual([])
    await person.click(summary)
    const shown = await section('What people ask')
    shown.getByText(asked.question)
    shown.getByText('Asked by 4 people, last', { exact: false })
  })

  it('has with their names what askers sent to the owner, as text', async () => {
    render({ search: '?use=open' })
    const shown = await section('Sent to the owner')
    shown.getByText(sent.question)
    await shown.findByText('Jonas Weber')
    shown.getByText('The assistant found no answer.', { exact: false })
  })

  it('is without them for managers, who are no stewards', async () => {
    render({ role: 'manager', search: '?use=open' })
    await section('What people ask')
    expect(screen.queryByRole('region', { name: 'Sent to the owner' })).toBeNull()
  })

  it('says when nothing was asked often enough, and when it could not be loaded', async () => {
    const { server } = render({
      search: '?use=open',
      responses: { [questionsCall]: () => errorResponse(503, 'Search is unavailable right now.') },
    })
    const panel = within(await screen.findByRole('alert'))
    panel.getByText('The questions could not be loaded')
    server.now({ [questionsCall]: () => Response.json({ questions: [], sent: [] }) })
    panel.getByRole('button', { name: 'Retry' }).click()
    await screen.findByText(/was asked by at least 3 people/)
    screen.getByText('Nobody sent a question to its owner in the last 90 days.')
  })
})
