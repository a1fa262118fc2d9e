import { chatApi } from '@portal/contracts/chat'
import { affectedQuestionDays, affectedQuestionsMax } from '@portal/contracts/questions'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { Supposition } from '@portal/contracts/reviewed-retrieval'
import { notFound } from '@portal/service-kit/coded-error'
import { openDatabase } from '@portal/service-kit/database/open-database'
import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import type { PassageSource } from '../ports.ts'
import { service as chat } from '../service.ts'

const present = passageSaying('Records are kept for seven years.')
const pending = {
  ...passageSaying('Records are kept for ten years.'),
  documentId: present.documentId,
  version: 2,
}
const version = { id: present.documentId, versionId: pending.versionId }

/** What documents answers; the person who may review is `reviewer`. */
let isReviewable: boolean
let alters: (span: { readonly start: number; readonly versionId: string }) => boolean
let retrieved: readonly RetrievedPassage[]
let pendingPassages: readonly RetrievedPassage[]
let groupOf: (question: string) => number
let asked: AnswerRequest[]
let under: ServiceUnderTest
let organizationId = 0

function source(given?: Supposition): PassageSource {
  const supposed = given && 'versionId' in given ? given : undefined
  return {
    retrieve: async () => {
      if (!supposed) return retrieved
      if (!isReviewable || supposed.versionId !== pending.versionId) throw notFound()
      return pendingPassages
    },
    compare: async (_, __, spans) => spans.map(() => 0.9),
    verify: async (_, spans) => spans.map(({ versionId }) => !supposed || versionId === pending.versionId),
    supposing: source,
    alteredBy: async (_, { versionId }, spans) => {
      if (!isReviewable || versionId !== pending.versionId) throw notFound()
      return spans.map(alters)
    },
    group: async (_, questions) => questions.map((question) => groupOf(question)),
    vectors: withoutVersions.vectors,
    document: async (_, id) => ({ id, title: 'Retention Policy', ownerId: 'owner' }),
  }
}

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      passages: source(),
      model: {
        model: 'first passage',
        check: async () => {},
        answer: async function* (request) {
          asked.push(request)
          const [first] = request.passages
          if (first) yield { type: 'quote', passageId: first.id, start: 0, end: first.text.length }
          yield { type: 'outcome', outcome: first ? 'answered' : 'no_evidence' }
        },
      },
    },
  })
})
afterAll(() => under.stop())
beforeEach(() => {
  organizationId += 1
  isReviewable = true
  alters = () => true
  retrieved = [present]
  pendingPassages = [pending]
  groupOf = (question) => question.length
  asked = []
})

const as = (personId: string) => under.as({ personId, organizationId, role: 'team_member' })
const ask = (personId: string, question: string) => as(personId).call(chatApi.ask, { body: { question } })
const affected = () => as('reviewer').call(chatApi.listAffectedQuestions, { params: version })
const compare = (question = 'How long are records kept?') =>
  as('reviewer').call(chatApi.compareAnswers, { params: version, body: { question } })
const questionsNow = async () => (await affected()).questions.map(({ question }) => question)

describe('questions whose answers a version would change', () => {
  it('are shown from three distinct askers on, never one person’s', async () => {
    for (const person of ['a', 'b']) await ask(person, 'How long are records kept?')
    await ask('a', 'How long are records kept?')
    await ask('c', 'What is my own secret about records?')
    expect(await questionsNow()).toEqual([])
    await ask('c', 'how long are records kept')
    const { questions } = await affected()
    expect(questions).toEqual([
      { question: 'How long are records kept?', askers: 3, lastAskedAt: expect.any(String) },
    ])
  })

  it('are one where they mean the same, in the words that most people used', async () => {
    groupOf = () => 0
    await ask('a', 'For how many years must we keep all records of anything?')
    await ask('b', 'Record retention?')
    for (const person of ['c', 'd']) await ask(person, 'How long are records kept?')
    expect((await affected()).questions).toMatchObject([
      { question: 'How long are records kept?', askers: 4 },
    ])
  })

  it('rest on a passage that the version alters', async () => {
    for (const person of ['a', 'b', 'c']) await ask(person, 'How long are records kept?')
    alters = ({ versionId }) => versionId !== present.versionId
    expect(await questionsNow()).toEqual([])
    alters = ({ versionId, start }) => versionId === present.versionId && start === present.start
    expect(await questionsNow()).toEqual(['How long are records kept?'])
  })

  it('are of this document: answers from others are not looked at', async () => {
    retrieved = [passageSaying('Gifts are registered.')]
    for (const person of ['a', 'b', 'c']) await ask(person, 'What about gifts?')
    expect(await questionsNow()).toEqual([])
  })

  it(`are of the last ${affectedQuestionDays} days`, async () => {
    for (const person of ['a', 'b', 'c']) await ask(person, 'How long are records kept?')
    expect(await questionsNow()).toHaveLength(1)
    const database = openDatabase({ urls: under.urls, name: 'aging' })
    const old = Date.now() - (affectedQuestionDays + 1) * 86_400_000
    const time = old.toString(16).padStart(12, '0')
    const prefix = `${time.slice(0, 8)}-${time.slice(8)}`
    await database.tenantTx(organizationId, (db) =>
      db.execute(sql`
        with aged as (
          update messages set id = overlay(id::text placing ${prefix} from 1 for 13)::uuid
          where organization_id = ${organizationId} returning id
        )
        update citing_answers set message_id = overlay(message_id::text placing ${prefix} from 1 for 13)::uuid
        where organization_id = ${organizationId}`),
    )
    await database.close()
    expect(await questionsNow()).toEqual([])
  })

  it('are of this organization', async () => {
    for (const person of ['a', 'b', 'c']) await ask(person, 'How long are records kept?')
    organizationId += 1
    expect(await questionsNow()).toEqual([])
  })

  it('are with their askers those that were sent to the owner, whether or not they were answered', async () => {
    retrieved = []
    const { assistantMessage } = await ask('a', 'May records be kept on paper?')
    const params = { id: assistantMessage.id }
    await as('a').call(chatApi.sendToOwner, { params, body: { documentId: present.documentId } })
    expect(await affected()).toMatchObject({
      questions: [],
      sent: [{ question: 'May records be kept on paper?', askerId: 'a', outcome: 'no_evidence' }],
    })
    isReviewable = false
    await expect(affected()).rejects.toMatchObject({ status: 404 })
  })

  it(`are at most ${affectedQuestionsMax}, those that most people asked`, async () => {
    for (let n = 0; n <= affectedQuestionsMax; n += 1)
      for (const person of ['a', 'b', 'c', ...(n === 0 ? [] : ['d'])])
        await ask(person, `Question ${'x'.repeat(n + 1)}?`)
    const { questions } = await affected()
    expect(questions).toHaveLength(affectedQuestionsMax)
    expect(questions.every(({ askers }) => askers === 4)).toBe(true)
  })

  it('are not found by anybody but the version’s reviewers', async () => {
    for (const person of ['a', 'b', 'c']) await ask(person, 'How long are records kept?')
    isReviewable = false
    await expect(affected()).rejects.toMatchObject({ status: 404, detail: 'Not found' })
    await expect(compare()).rejects.toMatchObject({ status: 404, detail: 'Not found' })
    expect(asked).toHaveLength(3)
  })
})

describe('the answer before and after', () => {
  it('comes from the versions in force, and with the pending one in its document’s stead', async () => {
    expect(await compare()).toMatchObject({
      before: { content: 'Records are kept for seven years. [1]', citations: [{ version: 1 }] },
      after: { content: 'Records are kept for ten years. [1]', citations: [{ version: 2 }] },
      isSame: false,
    })
  })

  it('is the same where both quote the same words, whichever version they are in', async () => {
    pendingPassages = [{ ...pending, text: present.text, end: pending.start + present.text.length }]
    expect(await compare()).toMatchObject({ isSame: true })
  })

  it('may be lost or found', async () => {
    pendingPassages = []
    expect(await compare()).toMatchObject({ after: { outcome: 'no_evidence' }, isSame: false })
    retrieved = []
    expect(await compare()).toMatchObject({ before: { outcome: 'no_evidence' }, isSame: true })
  })

  it('is stored nowhere, for nobody, and no log has the question', async () => {
    await compare('Where is the secret canary kept?')
    expect(await as('reviewer').call(chatApi.listConversations, { query: {} })).toEqual([])
    expect(await questionsNow()).toEqual([])
    expect(under.logLines.join()).not.toContain('canary')
  })
})
