import { chatApi } from '@portal/contracts/chat'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'

let portal: Learning
beforeAll(async () => {
  portal = await startLearning()
})
afterAll(() => portal.stop())
beforeEach(() => portal.begin())

const rate = (personId: string, id: string, body: { rating: number; reason?: 'wrong'; comment?: string }) =>
  portal.as(personId).call(chatApi.rateAnswer, { params: { id }, body })
const ratingOf = async (personId: string, conversationId: string) => {
  const params = { id: conversationId }
  const { messages } = await portal.as(personId).call(chatApi.readConversation, { params })
  return messages.map(({ rating }) => rating)
}

describe('a rating', () => {
  it('is shown to its asker again, and may be changed; each event names the one before', async () => {
    const { assistantMessage, conversation } = await portal.ask('ann', 'How long is retention?')
    const { id } = assistantMessage
    expect(await ratingOf('ann', conversation.id)).toEqual([undefined, undefined])
    await rate('ann', id, { rating: 2, reason: 'wrong', comment: '  It is ten years.  ' })
    const notified = { rating: 2, reason: 'wrong', comment: 'It is ten years.', ratedAt: expect.any(String) }
    expect(await ratingOf('ann', conversation.id)).toEqual([undefined, notified])
    await rate('ann', id, { rating: 5 })
    expect(await ratingOf('ann', conversation.id)).toEqual([
      undefined,
      { rating: 5, ratedAt: expect.any(String) },
    ])
    await rate('ann', id, { rating: 5 })
    await eventually(() => expect(portal.eventsOf('answer.rated')).toHaveLength(2))
    expect(portal.eventsOf('answer.rated').map(({ data }) => data)).toMatchObject([
      { rating: 2, previous: null },
      { rating: 5, previous: 2 },
    ])
  })

  it('says nothing of the question or the comment in its event or in a log', async () => {
    const { assistantMessage } = await portal.ask('ann', 'Is retention a canary-question?')
    await rate('ann', assistantMessage.id, { rating: 1, comment: 'canary-comment' })
    await eventually(() => expect(portal.eventsOf('answer.rated')).toHaveLength(1))
    const said = JSON.stringify([portal.eventsOf('answer.rated'), portal.under.logLines])
    expect(said).not.toContain('canary-')
  })

  it("is for an answer of one's own: not a colleague's, a question's, or of another organization", async () => {
    const { assistantMessage, conversation } = await portal.ask('ann', 'How long is retention?')
    const params = { id: conversation.id }
    const { messages } = await portal.as('ann').call(chatApi.readConversation, { params })
    const refused = { status: 404, detail: 'Not found' }
    await expect(rate('ann', messages[0]?.id ?? '', { rating: 3 })).rejects.toMatchObject(refused)
    await expect(rate('bea', assistantMessage.id, { rating: 3 })).rejects.toMatchObject(refused)
    portal.begin()
    await expect(rate('ann', assistantMessage.id, { rating: 3 })).rejects.toMatchObject(refused)
  })

  it.each([0, 6, 1.5])('of %s is refused with a sentence', async (rating) => {
    const { assistantMessage } = await portal.ask('ann', 'How long is retention?')
    await expect(rate('ann', assistantMessage.id, { rating })).rejects.toMatchObject({
      status: 400,
      detail: 'Rating must be a whole number from 1 to 5.',
    })
  })
})
