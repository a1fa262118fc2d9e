import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import { followRoute } from '@portal/contracts/event-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'
import { withheldText } from './withhold-closed.ts'

let portal: Learning
let documentId: string
let conversationId: string
beforeAll(async () => {
  portal = await startLearning()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  portal.begin()
  documentId = (await portal.put('retention', 'Records are kept for seven years.')).documentId
  conversationId = (await portal.ask('ann', 'How long is retention?')).conversation.id
})

const answer = async () => {
  const params = { id: conversationId }
  return (await portal.as('ann').call(chatApi.readConversation, { params })).messages[1]
}
const isShown = () =>
  eventually(async () => expect((await answer())?.content).toBe('Records are kept for seven years. [1]'))
const isWithheld = () =>
  eventually(async () => expect(await answer()).toMatchObject({ content: withheldText, citations: [] }))
const change = (present: { isActive?: boolean; visibleTo?: number[] }) =>
  portal.publish(documentsEvents.documentChanged, {
    ...{ documentId, title: 'Retention Policy', departmentNumber: null, isActive: true, visibleTo: [] },
    ...present,
  })

it('history shows nothing of a document while it is deleted, out of force or closed to the reader', async () => {
  await isShown()
  await portal.publish(documentsEvents.documentDeleted, { documentId })
  await isWithheld()
  await portal.publish(documentsEvents.documentRestored, { documentId })
  await isShown()
  await change({ isActive: false })
  await isWithheld()
  await change({ visibleTo: [4] })
  await isWithheld()
  await change({})
  await isShown()
})

describe('once a document is closed', () => {
  const close = () => portal.publish(documentsEvents.documentDeleted, { documentId })
  const input = { body: { question: 'How long is retention?' } }
  /** The same requests again, as by a browser that has lost the responses. */
  const again = async (key: string) => {
    const client = portal.as('ann')
    const headers = { 'idempotency-key': key }
    const asked = await client.call(chatApi.ask, input, { headers })
    const events = []
    const streamed = { headers: { 'idempotency-key': `${key} streamed` } }
    const stream = followRoute(client, { route: assistantApi.streamAnswer, input }, streamed)
    for await (const { event, data } of stream) events.push({ event, data })
    return { asked, events }
  }

  it('neither a repeated request nor a stream that is followed again has its words', async () => {
    const key = crypto.randomUUID()
    const first = await again(key)
    expect(JSON.stringify(first)).toContain('Records are kept')
    expect(await again(key)).toEqual(first)
    await close()
    await isWithheld()
    const { asked, events } = await again(key)
    expect(asked).toMatchObject({
      conversation: first.asked.conversation,
      assistantMessage: { id: first.asked.assistantMessage.id, content: withheldText },
      citations: [],
    })
    expect(events.map(({ event }) => event)).toEqual(first.events.map(({ event }) => event))
    expect(events.at(-1)?.data).toMatchObject({ assistantMessage: { content: withheldText } })
    expect(JSON.stringify([asked, events])).not.toMatch(/Records are kept|Retention Policy/)
  })

  it('a search neither finds nor shows its words in answers', async () => {
    const found = (q: string) => portal.as('ann').call(chatApi.listConversations, { query: { q } })
    expect(await found('seven')).toMatchObject([{ id: conversationId, found: expect.any(String) }])
    await close()
    await isWithheld()
    expect(await found('seven')).toEqual([])
    expect(await found('retention')).toMatchObject([{ found: 'How long is retention?' }])
  })
})
