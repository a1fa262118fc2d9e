import { chatApi } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
