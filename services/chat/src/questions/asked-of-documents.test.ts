import { chatApi } from '@portal/contracts/chat'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Role } from '@portal/contracts/permissions'
import { askersMin, citationWeeks } from '@portal/contracts/questions'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import { notFound } from '@portal/service-kit/coded-error'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import type { CitedDocument } from '../ports.ts'
import { service as chat } from '../service.ts'

const retention = passageSaying('Records are kept for seven years.')
const gifts = passageSaying('Gifts are registered.')
const patience = { timeout: 45_000, interval: 25 }

let under: ServiceUnderTest
const emitted: EventEnvelope[] = []
/** What documents has: what is found for the next question, answered from the first of it. */
let found: readonly RetrievedPassage[]
let isAnswered: boolean
let readable: readonly CitedDocument[]
let organizationId = 0

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      passages: {
        retrieve: async () => found,
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
        supposing: () => {
          throw notFound()
        },
        alteredBy: async () => [],
        // Questions of equal length mean the same.
        group: async (_, questions) => questions.map(({ length }) => length),
        vectors: withoutVersions.vectors,
        document: async (_, id) => {
          const document = readable.find((one) => one.id === id)
          if (!document) throw notFound()
          return document
        },
      },
      model: {
        model: 'first passage',
        check: async () => {},
        answer: async function* ({ passages: [first] }) {
          if (first && isAnswered)
            yield { type: 'quote', passageId: first.id, start: 0, end: first.text.length }
          yield { type: 'outcome', outcome: first && isAnswered ? 'answered' : 'no_evidence' }
        },
      },
    },
  })
  await under.bus.tail({ topics: ['chat'], handle: (event) => void emitted.push(event) })
})
afterAll(() => under.stop())
beforeEach(() => {
  organizationId += 1
  found = [retention]
  isAnswered = true
  readable = [
    { id: retention.documentId, title: 'Retention Policy', ownerId: 'owner' },
    { id: gifts.documentId, title: 'Gifts Policy', ownerId: null },
  ]
})

const as = (personId: string, role: Role = 'team_member') => under.as({ personId, organizationId, role })
const ask = async (personId: string, question = 'How long are records kept?') =>
  (await as(personId).call(chatApi.ask, { body: { question } })).assistantMessage.id
const of = ({ documentId: id } = retention) => ({ params: { id } })
const citations = (personId = 'owner', role?: Role) => as(personId, role).call(chatApi.readCitations, of())
const questions = (personId = 'owner', role?: Role) =>
  as(personId, role).call(chatApi.listDocumentQuestions, of())
const send = (personId: string, id: string, documentId = retention.documentId) =>
  as(personId).call(chatApi.sendToOwner, { params: { id }, body: { documentId } })
const ownerToAsk = (personId: string, id: string) =>
  as(personId).call(chatApi.readOwnerToAsk, { params: { id } })

describe('how often a document is cited', () => {
  it('is a count of answers, in all and of each week', async () => {
    for (const person of ['a', 'a', 'b']) await ask(person)
    found = [gifts, retention]
    await ask('c', 'What about gifts?')
    const { answers, weeks } = await citations()
    expect(answers).toBe(3)
    expect(weeks).toHaveLength(citationWeeks)
    expect(weeks.map((week) => week.answers)).toEqual([...Array(citationWeeks - 1).fill(0), 3])
    expect(weeks.every(({ startsOn }) => new Date(startsOn).getUTCDay() === 1)).toBe(true)
  })

  it('counts each answer in the week in which it was given, older ones in the sum alone', async () => {
    for (const person of ['a', 'b', 'c']) await ask(person)
    const database = openDatabase({ urls: under.urls, name: 'aging' })
    const age = (weeks: number, at: number) =>
      database.tenantTx(organizationId, (db) =>
        db.execute(sql`update messages set created_at = created_at - make_interval(weeks => ${weeks})
          where id = (select message_id from citing_answers order by message_id offset ${at} limit 1)`),
      )
    await age(1, 0)
    await age(citationWeeks + 1, 1)
    await database.close()
    const { answers, weeks } = await citations()
    expect(answers).toBe(3)
    expect(weeks.slice(-2).map((week) => week.answers)).toEqual([1, 1])
    expect(weeks.reduce((sum, week) => sum + week.answers, 0)).toBe(2)
  })

  it('is for its owner and for managers, not for other employees and organizations', async () => {
    await ask('a')
    expect(await citations('m', 'manager')).toMatchObject({ answers: 1 })
    for (const read of [citations, questions]) await expect(read('a')).rejects.toMatchObject({ status: 403 })
    readable = []
    for (const read of [citations, questions])
      await expect(read('admin', 'admin')).rejects.toMatchObject({ status: 404, detail: 'Not found' })
    readable = [{ id: retention.documentId, title: 'Theirs', ownerId: 'owner' }]
    organizationId += 1
    expect(await citations()).toMatchObject({ answers: 0 })
  })
})

describe('what is asked of a document', () => {
  it(`is shown from ${askersMin} distinct askers on, without names`, async () => {
    for (const person of ['a', 'b', 'b']) await ask(person)
    await ask('c', 'What does nobody else want to know?')
    expect(await questions()).toEqual({ questions: [], sent: [] })
    await ask('c', 'How many years for records')
    expect(await questions('m', 'manager')).toEqual({
      questions: [{ question: 'How long are records kept?', askers: 3, lastAskedAt: expect.any(String) }],
      sent: [],
    })
  })
})

describe('a question sent to the owner', () => {
  const sentEvents = () =>
    emitted.filter(({ type, organizationid }) => {
      return type === 'question.sent' && organizationid === organizationId
    })

  it('is of the document that the answer cites, and is theirs and the stewards’ to see', async () => {
    const id = await ask('a', 'May I shred them?')
    expect(await ownerToAsk('a', id)).toEqual({
      document: { id: retention.documentId, title: 'Retention Policy', ownerId: 'owner' },
    })
    expect(await send('a', id)).toEqual({ sentAt: expect.any(String), ownerId: 'owner' })
    const sent = [{ id, question: 'May I shred them?', askerId: 'a', outcome: 'answered' }]
    expect((await questions()).sent).toMatchObject(sent)
    expect((await questions('s', 'facilitator')).sent).toMatchObject(sent)
    expect((await questions('m', 'manager')).sent).toEqual([])
  })

  it('reaches the owner by an event without its text, which no log has either', async () => {
    const id = await ask('a', 'Is the canary kept for seven years?')
    await send('a', id)
    await vi.waitFor(() => expect(sentEvents()).toHaveLength(1), patience)
    const [event] = sentEvents()
    expect(event).toMatchObject({
      actorid: 'a',
      audience: { organizationId, users: ['owner'] },
      data: { messageId: id, documentId: retention.documentId, askerId: 'a', ownerId: 'owner' },
    })
    expect(JSON.stringify(event)).not.toContain('canary')
    expect(under.logLines.join()).not.toContain('canary')
  })

  it('of a refused one goes to the owner of the nearest document that the asker may read', async () => {
    isAnswered = false
    found = [passageSaying('Closed to the asker.'), gifts]
    const id = await ask('a', 'Who registers gifts?')
    expect(await ownerToAsk('a', id)).toEqual({
      document: { id: gifts.documentId, title: 'Gifts Policy', ownerId: null },
    })
    await send('a', id, gifts.documentId)
    await vi.waitFor(() => expect(sentEvents()).toHaveLength(1), patience)
    expect(sentEvents()[0]?.audience).toEqual({ organizationId, roles: ['facilitator', 'admin'] })
    found = []
    expect(await ownerToAsk('a', await ask('a', 'And this?'))).toEqual({ document: null })
  })

  it('of the owner’s own goes to the stewards', async () => {
    const id = await ask('owner')
    expect(await ownerToAsk('owner', id)).toMatchObject({ document: { ownerId: null } })
    expect(await send('owner', id)).toMatchObject({ ownerId: null })
  })

  it('is sent once: a repetition says when it was, and asks nobody again', async () => {
    const id = await ask('a')
    const [first, second] = await Promise.all([send('a', id), send('a', id, gifts.documentId)])
    expect(second).toEqual(first)
    expect(await send('a', id)).toEqual(first)
    const asked = await as('a').call(chatApi.listConversations, { query: {} })
    const read = { params: { id: asked[0]?.id ?? '' } }
    const { messages } = await as('a').call(chatApi.readConversation, read)
    expect(messages.map(({ sentAt }) => sentAt)).toEqual([undefined, first.sentAt])
    await ask('b')
    await vi.waitFor(() => expect(emitted.at(-1)?.actorid).toBe('b'), patience)
    expect(sentEvents()).toHaveLength(1)
  })

  it('is one’s own, and of a document that one may read', async () => {
    const id = await ask('a')
    const gone = { status: 404, detail: 'Not found' }
    for (const refused of [
      () => send('b', id),
      () => ownerToAsk('b', id),
      () => send('a', id, uuidV7()),
      () => send('a', uuidV7()),
    ])
      await expect(refused()).rejects.toMatchObject(gone)
    expect((await questions()).sent).toEqual([])
  })
})
