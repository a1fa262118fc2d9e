import { chatApi } from '@portal/contracts/chat'
import type { Role } from '@portal/contracts/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'

let portal: Learning
let documentId: string
beforeAll(async () => {
  portal = await startLearning()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  portal.begin()
  const retained = await portal.put('retention', 'Records of customers are kept for seven years.')
  documentId = retained.documentId
})

const question = 'How long is retention?'
const content = 'We keep records of customers for seven years. [1]'
const verify = async (given: Partial<{ question: string; content: string }> = {}, role: Role = 'admin') => {
  const { assistantMessage } = await portal.ask('steward', question, 'admin')
  const body = { messageId: assistantMessage.id, question, content, ...given }
  return portal.as('steward', role).call(chatApi.verifyAnswer, { body })
}
const shownTo = async (personId: string, asked = question) => (await portal.ask(personId, asked)).verified
const list = () => portal.as('steward', 'admin').call(chatApi.listVerifiedAnswers, { query: {} })

describe('a verified answer', () => {
  it('is shown before the answer to the same question in other words, and again in history', async () => {
    const { id } = await verify()
    const { verified, conversation, outcome } = await portal.ask('ann', 'Which retention do we have?')
    expect(outcome).toBe('answered')
    expect(verified).toMatchObject({ id, question, content, verifiedBy: 'steward', state: 'active' })
    expect(verified?.citations).toMatchObject([{ number: 1, documentId }])
    const params = { id: conversation.id }
    const { messages } = await portal.as('ann').call(chatApi.readConversation, { params })
    expect(messages[1]?.verified).toMatchObject({ id, content })
  })

  it('is not shown for another question, nor for one with another number or turned around', async () => {
    await verify({ question: 'How long is retention of 10 records?' })
    expect(await shownTo('ann', 'May I keep gifts?')).toBeUndefined()
    expect(await shownTo('ann', 'How long is retention of 12 records?')).toBeUndefined()
    expect(await shownTo('ann', 'How long is retention of 10 records not needed?')).toBeUndefined()
    expect(await shownTo('ann', 'What is retention of 10 records?')).toBeDefined()
  })

  it('is never shown to those who may not read one of its sources, or elsewhere', async () => {
    await verify()
    portal.close(documentId, ['bea'])
    expect(await shownTo('bea')).toBeUndefined()
    expect(await shownTo('ann')).toBeDefined()
    portal.begin()
    expect(await shownTo('ann')).toBeUndefined()
    expect(await list()).toEqual([])
  })

  it('expires with the version that it cites, of which its steward is told', async () => {
    const { id } = await verify()
    await portal.put('retention', 'Records of customers are kept for ten years.', { documentId })
    await eventually(async () => expect(await list()).toMatchObject([{ id, state: 'expired' }]))
    expect(await shownTo('ann')).toBeUndefined()
    await eventually(() => expect(portal.eventsOf('verified-answer.expired')).toHaveLength(1))
    const [notified] = portal.eventsOf('verified-answer.expired')
    expect(notified).toMatchObject({ audience: { users: ['steward'] }, data: { documentId } })
    expect(await list()).toMatchObject([{ question, content: '', citations: [] }])
  })

  it('is shown no longer once it was withdrawn', async () => {
    const { id } = await verify()
    const withdraw = () =>
      portal.as('other', 'facilitator').call(chatApi.withdrawVerifiedAnswer, { params: { id } })
    await withdraw()
    await withdraw()
    expect(await shownTo('ann')).toBeUndefined()
    await eventually(() => expect(portal.eventsOf('verified-answer.withdrawn')).toHaveLength(1))
  })

  it('keeps its text back from a steward to whom its source was closed', async () => {
    await verify()
    expect(await list()).toMatchObject([{ content }])
    portal.close(documentId, ['steward'])
    expect(await list()).toMatchObject([{ question, content: '', citations: [] }])
  })

  it('is checked together with the others of a list, and kept back alone', async () => {
    const { documentId: other } = await portal.put('gifts', 'Gifts are registered.')
    for (let n = 0; n < 5; n += 1) await verify({ question: `How long is retention of ${n} records?` })
    const { assistantMessage } = await portal.ask('steward', 'What about gifts?', 'admin')
    await portal.as('steward', 'admin').call(chatApi.verifyAnswer, {
      body: { messageId: assistantMessage.id, question: 'Gifts?', content: 'Gifts are registered. [1]' },
    })
    portal.close(other, ['steward'])
    const before = portal.checks
    expect((await list()).map((each) => each.content)).toEqual(['', ...Array(5).fill(content)])
    expect(portal.checks).toBe(before + 1)
  })
})

describe('what a steward pins', () => {
  it.each([
    ['a line without a source', 'We keep them for seven years.', 'has no mark of a source'],
    ['a mark of no source', 'We keep records of customers for seven years. [2]', 'has no mark of a source'],
    [
      'another number',
      'We keep records of customers for nine years, 9. [1]',
      'says more than its sources do',
    ],
    ['other words', 'Anyone may throw everything away whenever they like. [1]', 'says more than'],
  ])('is refused with %s', async (_, wording, sentence) => {
    await expect(verify({ content: wording })).rejects.toMatchObject({
      status: 400,
      detail: expect.stringContaining(sentence),
    })
  })

  it('is refused by a source that was replaced since, and by an answer without one', async () => {
    const { assistantMessage } = await portal.ask('steward', question, 'admin')
    await portal.put('retention', 'Records are kept for ten years.', { documentId })
    const pin = (messageId: string) =>
      portal.as('steward', 'admin').call(chatApi.verifyAnswer, { body: { messageId, question, content } })
    await expect(pin(assistantMessage.id)).rejects.toMatchObject({ status: 409 })
    const unanswered = await portal.ask('steward', 'May I keep gifts?', 'admin')
    await expect(pin(unanswered.assistantMessage.id)).rejects.toMatchObject({ status: 409 })
  })

  it('is for stewards', async () => {
    await expect(verify({}, 'manager')).rejects.toMatchObject({ status: 403 })
  })
})
