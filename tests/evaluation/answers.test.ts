import { readFile } from 'node:fs/promises'
import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { answerQuestions, type Judged, readQuestions, scoresOf } from './answer-questions.ts'
import { actor, type EvaluatedLibrary, startEvaluation } from './evaluated-library.fixture.ts'

const Policies = z.array(z.object({ file: z.string(), title: z.string() }))
const folder = new URL('../../packages/testkit/policies/', import.meta.url)

let evaluated: EvaluatedLibrary
let judged: Record<'questions' | 'held-out', Judged[]>

beforeAll(async () => {
  const policies = Policies.parse(JSON.parse(await readFile(new URL('policies.json', folder), 'utf8')))
  evaluated = await startEvaluation(
    policies.map(({ file, title }) => ({ file: new URL(file, folder), title })),
  )
  const titles = new Map(policies.map(({ file, title }) => [file, title]))
  const client = evaluated.assistant.as(actor, ['chat', 'documents'])
  const judge = async (set: 'questions' | 'held-out') =>
    answerQuestions(client, await readQuestions(set), (file) => titles.get(file) ?? '')
  judged = { questions: await judge('questions'), 'held-out': await judge('held-out') }
}, 240_000)

afterAll(() => evaluated.stop())

it.each([
  { set: 'questions', precise: 27 / 30, hit: 27 / 30, refused: 15 / 15 },
  { set: 'held-out', precise: 23 / 26, hit: 23 / 30, refused: 26 / 30 },
] as const)('answers the set $set as well as it once did', ({ set, precise, hit, refused }) => {
  const scores = scoresOf(judged[set])
  console.log(
    `${set}: answered ${pct(scores.answered)}, citation contains the span ${pct(scores.precise)} of answered, ${pct(scores.hit)} of all; refused ${pct(scores.refused)} of unanswerable`,
  )
  for (const { question, isAnswerable, isHit, outcome, citations } of judged[set]) {
    if (isAnswerable ? !isHit : outcome !== 'no_evidence')
      console.log(`  ${outcome}: ${question} → ${citations[0]?.quote.slice(0, 120) ?? '-'}`)
  }
  expect(scores.precise).toBeGreaterThanOrEqual(precise)
  expect(scores.hit).toBeGreaterThanOrEqual(hit)
  expect(scores.refused).toBeGreaterThanOrEqual(refused)
})

it('gives a false answer to at most 15 % of the unanswerable questions while it answers at least 90 % of the others', () => {
  const all = Object.values(judged).flat()
  const answers = (isAnswerable: boolean) => {
    const asked = all.filter((answer) => answer.isAnswerable === isAnswerable)
    return asked.filter(({ outcome }) => outcome !== 'no_evidence').length / asked.length
  }
  console.log(`P10: ${pct(answers(false))} false answers at ${pct(answers(true))} coverage`)
  expect(answers(true)).toBeGreaterThanOrEqual(0.9)
  expect(answers(false)).toBeLessThanOrEqual(0.15)
})

it('cites only text that stands in the version at the stated offsets', async () => {
  const client = evaluated.library.as(actor)
  for (const { documentId, versionId, start, end, quote } of citationsOf(judged)) {
    const { text } = await client.call(documentsApi.readVersionText, {
      params: { id: documentId, versionId },
    })
    expect(text.slice(start, end)).toBe(quote)
  }
})

it('encodes each question once, for retrieval and for the choice of quotations', () => {
  const asked = Object.values(judged).flatMap((answers) => answers.map(({ question }) => question))
  expect(evaluated.encodedQuestions.toSorted()).toEqual(asked.toSorted())
})

it("keeps a conversation to its asker, and another organization's answers to itself", async () => {
  const mine = evaluated.assistant.as(actor, ['chat', 'documents'])
  const { conversation, outcome } = await mine.call(chatApi.ask, {
    body: { question: 'Who approved the statement against modern slavery?' },
  })
  expect(outcome).not.toBe('no_evidence')
  const read = { params: { id: conversation.id } }
  expect((await mine.call(chatApi.readConversation, read)).messages).toHaveLength(2)
  for (const other of [
    { ...actor, personId: 'colleague' },
    { personId: 'stranger', organizationId: 2, role: 'admin' as const },
  ]) {
    const client = evaluated.assistant.as(other, ['chat', 'documents'])
    await expect(client.call(chatApi.readConversation, read)).rejects.toMatchObject({ status: 404 })
    await expect(
      client.call(chatApi.ask, { body: { question: 'What now?', conversationId: conversation.id } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await client.call(chatApi.listConversations, { query: {} })).toEqual([])
  }
  const stranger = evaluated.assistant.as({ personId: 'stranger', organizationId: 2, role: 'admin' }, [
    'chat',
    'documents',
  ])
  const answer = await stranger.call(chatApi.ask, {
    body: { question: 'Who approved the statement against modern slavery?' },
  })
  expect(answer).toMatchObject({ outcome: 'no_evidence', citations: [] })
})

function citationsOf(sets: typeof judged) {
  return Object.values(sets).flatMap((answers) => answers.flatMap(({ citations }) => citations))
}

function pct(share: number): string {
  return `${Math.round(share * 100)} %`
}
