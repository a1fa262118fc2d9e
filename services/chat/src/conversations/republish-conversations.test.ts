import { chatApi } from '@portal/contracts/chat'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { republish } from '@portal/service-kit/outbox/republish'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'
import { republishConversations } from './republish-conversations.ts'

let portal: Learning

beforeAll(async () => {
  portal = await startLearning()
})
afterAll(() => portal.stop())

/** Runs `npm run republish -- chat`. */
async function runRepublish(): Promise<number> {
  const database = openDatabase({ urls: portal.under.urls, name: 'operator', appConnections: 1 })
  try {
    return await republish({
      service: 'chat',
      republish: [republishConversations],
      database,
      progress: () => undefined,
      halted: new AbortController().signal,
    })
  } finally {
    await database.close()
  }
}

it('answers are emitted again as analytics knows them, with their ratings; deleted ones are not', async () => {
  portal.begin()
  const { documentId } = await portal.put('gifts', 'Gifts are registered.')
  const kept = await portal.ask('ann', 'May I keep gifts?')
  const deleted = await portal.ask('ann', 'What about travel?')
  const id = kept.assistantMessage.id
  const ann = portal.as('ann')
  await ann.call(chatApi.rateAnswer, { params: { id }, body: { rating: 2 } })
  await ann.call(chatApi.deleteConversation, { params: { id: deleted.conversation.id } })
  const answered = () => portal.eventsOf('question.answered')
  await eventually(() => expect(portal.eventsOf('conversation.deleted')).toHaveLength(1))
  const [first] = answered()
  expect(first?.data).toMatchObject({
    question: 'May I keep gifts?',
    departments: [],
    durationMs: expect.any(Number),
  })

  expect(await runRepublish()).toBe(1)
  await eventually(() => expect(answered()).toHaveLength(3))
  const again = answered().at(-1)
  const { contentHash: _, ...said } = first?.data ?? {}
  expect(again).toMatchObject({ republished: true, subject: kept.conversation.id, data: said })
  expect(again?.data).toMatchObject({ messageId: id, citedDocuments: [documentId] })
  expect(again?.audience).toBeUndefined()
  await eventually(() => expect(portal.eventsOf('answer.rated')).toHaveLength(2))
  expect(portal.eventsOf('answer.rated').at(-1)).toMatchObject({ republished: true, data: { rating: 2 } })
})
