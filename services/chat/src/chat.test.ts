import { chatApi } from '@portal/contracts/chat'
import type { TextSpan } from '@portal/contracts/retrieval'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import { type AnswerPart, ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noEvidenceText } from './answers/compose-answer.ts'
import { passageSaying, withoutVersions } from './passage.fixture.ts'
import type { CitedDocument, FoundPassages } from './ports.ts'
import { service as chat } from './service.ts'

const passage = passageSaying('Records are kept for seven years.\nThen they are shredded.')
const first = { type: 'quote', passageId: passage.id, start: 0, end: 33 } as const
const second = { type: 'quote', passageId: passage.id, start: 34, end: 57 } as const
const answered = { type: 'outcome', outcome: 'answered' } as const

/** What retrieval, the model and the check of quotations return for the next question. */
let script: {
  retrieve: () => Promise<FoundPassages>
  parts: readonly AnswerPart[]
  fail: Error | null
  verify: (spans: readonly TextSpan[]) => readonly boolean[]
  document: (id: string) => Promise<CitedDocument>
  /** What the model was asked. */
  asked: string[]
}
let under: ServiceUnderTest
const asker = { personId: 'asker', organizationId: 1, role: 'team_member' as const }

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      passages: {
        retrieve: () => script.retrieve(),
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => script.verify(spans),
        ...withoutVersions,
        document: (_, id) => script.document(id),
      },
      model: {
        model: 'scripted',
        check: async () => {},
        answer: async function* ({ question }) {
          script.asked.push(question)
          if (script.fail) throw script.fail
          yield* script.parts
        },
      },
    },
  })
})
afterAll(() => under.stop())
beforeEach(() => {
  script = {
    retrieve: async () => [passage],
    parts: [first, answered],
    fail: null,
    verify: (spans) => spans.map(() => true),
    document: async () => Promise.reject(notFound()),
    asked: [],
  }
})

const ask = (question = 'How long are records kept?', conversationId?: string) =>
  under.as(asker).call(chatApi.ask, { body: { question, ...(conversationId ? { conversationId } : {}) } })

describe('an answer', () => {
  it('to a misspelt question is to what was meant, and says so then and later', async () => {
    const understoodAs = 'How long are records kept?'
    script.retrieve = async () => Object.assign([passage], { understoodAs })
    const { conversation, ...answer } = await ask('How long are recrods kept?')
    expect([answer.understoodAs, script.asked]).toEqual([understoodAs, [understoodAs]])
    const { messages } = await under
      .as(asker)
      .call(chatApi.readConversation, { params: { id: conversation.id } })
    expect(messages.map(({ content }) => content)[0]).toBe('How long are recrods kept?')
    expect(messages.map((message) => message.understoodAs)).toEqual([undefined, understoodAs])
  })

  it('quotes the passage at its offsets in the version, with a mark', async () => {
    const { assistantMessage, citations, outcome } = await ask()
    expect(outcome).toBe('answered')
    expect(assistantMessage.content).toBe('Records are kept for seven years. [1]')
    expect(citations).toMatchObject([
      {
        number: 1,
        start: 100,
        end: 133,
        quote: 'Records are kept for seven years.',
        versionId: passage.versionId,
      },
    ])
  })

  it('drops a citation that the stored text does not contain, and says that the answer is partial', async () => {
    script.parts = [first, second, answered]
    script.verify = () => [false, true]
    const { citations, outcome, assistantMessage } = await ask()
    expect(citations).toMatchObject([{ number: 1, quote: 'Then they are shredded.' }])
    expect(outcome).toBe('partial')
    expect(assistantMessage.content).not.toContain('seven years')
  })

  it('is no evidence when no citation holds, whatever the model says', async () => {
    script.parts = [{ type: 'text', text: 'Trust me: ten years.' }, first, answered]
    script.verify = (spans) => spans.map(() => false)
    expect(await ask()).toMatchObject({
      outcome: 'no_evidence',
      citations: [],
      assistantMessage: { content: noEvidenceText },
    })
    script.parts = [{ type: 'text', text: 'No source at all.' }, answered]
    expect(await ask()).toMatchObject({
      outcome: 'no_evidence',
      assistantMessage: { content: noEvidenceText },
    })
  })

  it('shows context with its clause, and nothing of both where the context does not hold', async () => {
    script.parts = [{ ...second, context: [{ start: 0, end: 33 }] }, answered]
    const { assistantMessage, citations } = await ask()
    expect(assistantMessage.content).toBe('Records are kept for seven years.\nThen they are shredded. [1]')
    expect(citations).toMatchObject([
      {
        quote: 'Then they are shredded.',
        context: [{ start: 100, end: 133, quote: 'Records are kept for seven years.' }],
      },
    ])
    script.verify = (spans) => spans.map(({ text }) => !text.startsWith('Records'))
    expect(await ask()).toMatchObject({ outcome: 'no_evidence', citations: [] })
  })

  it('begins with a verdict only if the quotation that decides holds', async () => {
    script.parts = [{ type: 'verdict', verdict: 'only_if' }, first, second, answered]
    const content = async () => (await ask()).assistantMessage.content
    expect(await content()).toMatch(/^Only under the conditions quoted here\.\n\nRecords are kept/)
    script.verify = () => [false, true]
    expect(await content()).toBe('Then they are shredded. [1]')
  })

  it('without evidence has the closest passages, verified, and the nearest documents with their owners', async () => {
    const other = passageSaying('Invoices are kept.')
    const closed = passageSaying('Minutes are kept.')
    script.retrieve = async () => [other, passage, other, closed]
    script.document = async (id) => {
      if (id === closed.documentId) throw notFound()
      return { id, title: `Policy ${id}`, ownerId: id === other.documentId ? 'olive' : null }
    }
    const closest = [second, { ...first, context: [{ start: 34, end: 57 }] }]
    script.parts = [{ type: 'outcome', outcome: 'no_evidence', closest, confidence: 0.3 }]
    script.verify = (spans) => spans.map(({ text }, at) => at > 0 && text !== 'Nowhere.')
    const answer = await ask()
    expect(answer).toMatchObject({
      outcome: 'no_evidence',
      citations: [],
      confidence: 0.3,
      closest: [{ number: 1, quote: 'Records are kept for seven years.' }],
      nearest: [
        { documentId: other.documentId, ownerId: 'olive' },
        { documentId: passage.documentId, ownerId: null },
      ],
    })
    const params = { id: answer.conversation.id }
    const { messages } = await under.as(asker).call(chatApi.readConversation, { params })
    const { closest: stored, nearest, confidence } = messages.at(-1) ?? {}
    expect({ closest: stored, nearest, confidence }).toEqual({
      closest: answer.closest,
      nearest: answer.nearest,
      confidence: 0.3,
    })
  })

  it('without evidence says which language the documents have, if the question has another', async () => {
    script.parts = [{ type: 'outcome', outcome: 'no_evidence' }]
    const { assistantMessage } = await ask('Wie lange werden die Unterlagen bei uns aufbewahrt?')
    expect(assistantMessage.content).toMatch(/in German; .+ please try it in English\.$/)
  })

  it('never cites what was not supplied: whatever ids and offsets a model invents', async () => {
    const quote = fc.record({
      type: fc.constant('quote' as const),
      passageId: fc.oneof(fc.constant(passage.id), fc.uuid(), fc.string()),
      start: fc.oneof(fc.integer({ min: -5, max: 70 }), fc.double()),
      end: fc.oneof(fc.integer({ min: -5, max: 70 }), fc.double()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(quote, { maxLength: 6 }), async (quotes) => {
        script.parts = [...quotes, answered]
        const { citations } = await ask()
        for (const citation of citations) {
          expect(citation.documentId).toBe(passage.documentId)
          expect(citation.quote).toBe(passage.text.slice(citation.start - 100, citation.end - 100))
          expect(citation.quote).not.toBe('')
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('a conversation', () => {
  it('is titled by its first question, goes on by id, and is listed newest first', async () => {
    const opened = await ask(
      `  ${'What about very long questions that nobody would want as a title '.repeat(3)}`,
    )
    expect(opened.conversation.title).toMatch(/^What about very long questions.{10,60}…$/)
    const next = await ask('And then?', opened.conversation.id)
    expect(next.conversation.id).toBe(opened.conversation.id)
    const client = under.as(asker)
    const { messages } = await client.call(chatApi.readConversation, {
      params: { id: opened.conversation.id },
    })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const later = await ask('Another one?')
    const [newest] = await client.call(chatApi.listConversations, { query: { limit: 1 } })
    expect(newest?.id).toBe(later.conversation.id)
  })
})

describe('what fails', () => {
  it('stores nothing: search away is 503 search_unavailable, a model away 503 model_unavailable', async () => {
    const client = under.as({ ...asker, personId: 'unlucky' })
    const question = { body: { question: 'Anyone there?' } }
    script.retrieve = () =>
      Promise.reject(
        new CodedError('search_unavailable', 'Search is unavailable right now.', { retryAfterSeconds: 5 }),
      )
    await expect(client.call(chatApi.ask, question)).rejects.toMatchObject({
      status: 503,
      code: 'search_unavailable',
    })
    script.retrieve = async () => [passage]
    script.fail = new ChatModelUnavailable('out of budget', 30)
    await expect(client.call(chatApi.ask, question)).rejects.toMatchObject({
      status: 503,
      code: 'model_unavailable',
    })
    expect(await client.call(chatApi.listConversations, { query: {} })).toEqual([])
  })

  it('is a blank question, one that is too long, and a conversation that does not exist', async () => {
    await expect(ask('   ')).rejects.toMatchObject({ status: 400 })
    await expect(ask('x'.repeat(4001))).rejects.toMatchObject({ status: 400 })
    await expect(ask('Hello?', uuidV7())).rejects.toMatchObject({ status: 404 })
    await expect(ask('Hello?', 'not-an-id')).rejects.toMatchObject({ status: 400 })
  })
})
