// @vitest-environment happy-dom
import type { ComparedAnswer } from '@portal/contracts/chat'
import { errorResponse, type FixedResponse } from '@portal/remote-kit/fixed-server'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { differenceCall, fixedDifference, renderDifference } from './testing/fixed-difference.ts'

const difference = fixedDifference()
const { documentId, after } = difference
const ofVersion = `/api/chat/documents/${documentId}/versions/${after.id}`
const questionsCall = `GET ${ofVersion}/affected-questions`
const answersCall = `POST ${ofVersion}/answers`

const question = (n: number) => ({
  question: `How long are files of kind ${n} kept?`,
  askers: 2 + n,
  lastAskedAt: '2026-01-16T10:20:00.000Z',
})
const answer = (content: string, changes: Partial<ComparedAnswer> = {}): ComparedAnswer => ({
  content,
  outcome: 'answered',
  citations: [],
  ...changes,
})

async function render(responses: Readonly<Record<string, FixedResponse>>, status = 'pending_approval') {
  const reviewed = { ...difference, after: { ...after, status, mayComment: true } }
  const rendered = renderDifference({
    responses: {
      [differenceCall]: () => Response.json(reviewed),
      [`GET /api/documents/${documentId}/versions/${after.id}/comments`]: () => Response.json([]),
      ...responses,
    },
  })
  await screen.findByRole('list', { name: 'Lines' })
  return rendered
}
const open = async ({ person }: Awaited<ReturnType<typeof render>>) =>
  person.click(screen.getByText('What answers would change'))
const row = (n: number) =>
  within(screen.getByRole('heading', { name: question(n).question }).closest('li') ?? document.body)

describe('what answers would change', () => {
  it('is for versions that await approval', async () => {
    await render({}, 'approved')
    expect(screen.queryByText('What answers would change')).toBeNull()
  })

  it('asks for nothing before it is opened, and says when nothing rests on what changes', async () => {
    const rendered = await render({ [questionsCall]: () => Response.json({ questions: [] }) })
    expect(rendered.server.requests(questionsCall)).toEqual([])
    await open(rendered)
    await screen.findByText('No question of the last 90 days rests on what changes.')
    expect(screen.queryByRole('button', { name: 'Compare the answers' })).toBeNull()
  })

  it('shows each question with the answer now and with the version, and which of them change', async () => {
    const answers = (body: unknown) =>
      JSON.stringify(body).includes('kind 1')
        ? { before: answer('Three years. [1]'), after: answer('Six years. [1]'), isSame: false }
        : { before: answer('As ever.'), after: answer('As ever.'), isSame: true }
    const rendered = await render({
      [questionsCall]: () => Response.json({ questions: [question(1), question(2)] }),
      [answersCall]: (body) => Response.json(answers(body)),
    })
    await open(rendered)
    await rendered.person.click(await screen.findByRole('button', { name: 'Compare the answers' }))
    await screen.findByText('2 of 2 compared')
    row(1).getByText('Asked by 3 people, last', { exact: false })
    row(1).getByText('Answer changes')
    within(row(1).getByRole('region', { name: 'Answer now' })).getByText('Three years. [1]')
    within(row(1).getByRole('region', { name: 'Answer with this version' })).getByText('Six years. [1]')
    row(2).getByText('Same answer')
  })

  it('compares what was sent to the owner as well, with the name of the asker', async () => {
    const sent = {
      id: '0190b6c1-0000-7000-a000-000000000009',
      question: 'May files be kept on paper?',
      askerId: 'jonas',
      outcome: 'no_evidence',
      sentAt: '2026-01-17T10:20:00.000Z',
    }
    const rendered = await render({
      [questionsCall]: () => Response.json({ questions: [], sent: [sent] }),
      [answersCall]: () => Response.json({ before: answer('No.'), after: answer('Yes.'), isSame: false }),
      'GET /api/users/names': () => Response.json([{ id: 'jonas', name: 'Jonas Weber' }]),
    })
    await open(rendered)
    await rendered.person.click(await screen.findByRole('button', { name: 'Compare the answers' }))
    await screen.findByText('1 of 1 compared')
    screen.getByText('Jonas Weber')
    screen.getByText('Answer changes')
  })

  it('says why one could not be compared, and the others are', async () => {
    const rendered = await render({
      [questionsCall]: () => Response.json({ questions: [question(1), question(2)] }),
      [answersCall]: (body) =>
        JSON.stringify(body).includes('kind 1')
          ? errorResponse(503, 'The assistant is unavailable right now.')
          : Response.json({ before: answer('A'), after: answer('A'), isSame: true }),
    })
    await open(rendered)
    await rendered.person.click(await screen.findByRole('button', { name: 'Compare the answers' }))
    await screen.findByText('1 of 2 compared')
    row(1).getByText('The assistant is unavailable right now.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Compare the answers' }).disabled).toBe(
      false,
    )
  })

  it('can be cancelled: what was not asked yet is not asked', async () => {
    const rendered = await render({
      [questionsCall]: () => Response.json({ questions: [question(1), question(2)] }),
      [answersCall]: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    await open(rendered)
    await rendered.person.click(await screen.findByRole('button', { name: 'Compare the answers' }))
    row(2).getByText('Waiting')
    await rendered.person.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
    expect(rendered.server.requests(answersCall)).toHaveLength(1)
    expect(screen.queryByText('Waiting')).toBeNull()
  })

  it('takes a question of one’s own', async () => {
    const rendered = await render({
      [questionsCall]: () => Response.json({ questions: [] }),
      [answersCall]: () => Response.json({ before: answer('No.'), after: answer('Yes.'), isSame: false }),
    })
    await open(rendered)
    await rendered.person.type(
      await screen.findByRole('textbox', { name: 'Try a question of your own' }),
      'May I?{Enter}',
    )
    await screen.findByText('Answer changes')
    expect(rendered.server.requests(answersCall)[0]?.body).toEqual({ question: 'May I?' })
  })
})
