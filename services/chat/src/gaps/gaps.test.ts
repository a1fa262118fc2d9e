import { chatApi } from '@portal/contracts/chat'
import type { Role } from '@portal/contracts/permissions'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'

let portal: Learning
beforeAll(async () => {
  portal = await startLearning()
})
afterAll(() => portal.stop())
beforeEach(() => portal.begin())

const people = ['ann', 'bea', 'cat', 'dan', 'eve', 'fay']
const gapsOf = (personId = 'steward', role: Role = 'admin') =>
  portal.as(personId, role).call(chatApi.listGaps, { query: {} })
const rate = (personId: string, id: string, rating: number) =>
  portal.as(personId).call(chatApi.rateAnswer, { params: { id }, body: { rating } })
const change = (personId: string, role: Role, id: string, body: object) =>
  portal.as(personId, role).call(chatApi.changeGap, { params: { id }, body })
const askAll = async (people: readonly string[], question = 'May I keep gifts?') => {
  const asked = []
  for (const person of people) asked.push(await portal.ask(person, question))
  return asked
}
/** Of a question that three people asked. */
const gap = async (question?: string) => {
  await askAll(['ann', 'bea', 'cat'], question)
  return eventually(async () => {
    const [first] = await gapsOf()
    expect(first?.askers).toBe(3)
    if (!first) throw new Error('No gap.')
    return first
  })
}
const send = async (personId: string, documentId: string) => {
  const { assistantMessage } = await portal.ask(personId, 'Who pays for travel?')
  const params = { id: assistantMessage.id }
  await portal.as(personId).call(chatApi.sendToOwner, { params, body: { documentId } })
  return assistantMessage.id
}

describe('a gap', () => {
  it('is of unanswered questions of one meaning, shown without names from three askers on', async () => {
    await askAll(['ann', 'bea'], 'May I keep gifts?')
    await portal.ask('ann', 'And my gifts?')
    await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(3))
    expect(await gapsOf()).toEqual([])
    await portal.ask('cat', 'May I keep gifts?')
    const [found, ...others] = await eventually(async () => {
      const gaps = await gapsOf()
      expect(gaps).not.toEqual([])
      return gaps
    })
    expect(others).toEqual([])
    expect(found).toMatchObject({ question: 'May I keep gifts?', askers: 3, unanswered: 4, state: 'open' })
    expect(JSON.stringify(found)).not.toMatch(/ann|bea|cat/)
    expect(JSON.stringify(portal.eventsOf('gap.changed'))).not.toContain('gifts')
    expect(await gapsOf('dan', 'team_member')).toEqual([])
    portal.begin()
    expect(await gapsOf()).toEqual([])
  })

  it('takes in low ratings, and lets go of one that was raised', async () => {
    await portal.put('retention', 'Records are kept for seven years.', { ownerId: 'owner' })
    const asked = await askAll(['ann', 'bea', 'cat'], 'How long is retention?')
    const ids = asked.map(({ assistantMessage }) => assistantMessage.id)
    for (const [at, person] of ['ann', 'bea', 'cat'].entries()) await rate(person, ids[at] ?? '', 2)
    await eventually(async () => expect(await gapsOf()).toMatchObject([{ ratedLow: 3, unanswered: 0 }]))
    expect(await gapsOf('owner', 'team_member')).toMatchObject([{ ownerId: 'owner', askers: 3 }])
    await rate('ann', ids[0] ?? '', 3)
    await eventually(async () => expect(await gapsOf()).toEqual([]))
  })

  it('shows what was sent, with its asker, to the owner and to stewards from the first one on', async () => {
    const { documentId } = await portal.put('gifts', 'Gifts are registered.', { ownerId: 'owner' })
    const id = await send('ann', documentId)
    const sent = [{ id, question: 'Who pays for travel?', askerId: 'ann' }]
    await eventually(async () =>
      expect(await gapsOf('owner', 'team_member')).toMatchObject([{ sent, question: null, askers: null }]),
    )
    expect(await gapsOf()).toMatchObject([{ sent }])
    expect(await gapsOf('bea', 'manager')).toEqual([])
  })

  it('that was nobody’s gets the owner whom its asker turns to afterwards', async () => {
    const { documentId } = await portal.put('gifts', 'Gifts are registered.', { ownerId: 'owner' })
    const { assistantMessage } = await portal.ask('ann', 'Who pays for travel?')
    await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(1))
    const params = { id: assistantMessage.id }
    await portal.as('ann').call(chatApi.sendToOwner, { params, body: { documentId } })
    await eventually(async () =>
      expect(await gapsOf('owner', 'team_member')).toMatchObject([{ ownerId: 'owner', documentId }]),
    )
  })
})

describe('beside another replica', () => {
  it('questions of one meaning that come at once are one gap', async () => {
    const replica = await portal.startReplica()
    const database = openDatabase({ urls: portal.under.urls, name: 'holding' })
    await database.tenantTx(portal.organizationId, async (db) => {
      // Everybody may look for a gap meanwhile, and nobody can write one.
      await db.execute(sql`lock table gaps in share mode`)
      await Promise.all(people.map((person) => portal.ask(person, 'May I keep gifts?')))
      await eventually(async () => {
        const waiting = await db.execute(sql`select pid from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`)
        expect(waiting.length).toBeGreaterThanOrEqual(2)
      })
    })
    await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(people.length))
    expect(await gapsOf()).toMatchObject([{ askers: people.length }])
    await database.close()
    await replica.stop()
  })
})

describe('to change a gap', () => {
  it('stewards assign it to a member and dismiss it; its owner answers it with a document', async () => {
    const { documentId } = await portal.put('retention', 'Records are kept.', { ownerId: 'owner' })
    portal.as('owner')
    const { id } = await gap()
    const assigned = await change('steward', 'admin', id, { ownerId: 'owner', note: ' Please look. ' })
    expect(assigned).toMatchObject({ state: 'assigned', ownerId: 'owner', note: 'Please look.' })
    await expect(change('steward', 'admin', id, { ownerId: 'nobody' })).rejects.toMatchObject({
      status: 400,
      detail: 'Owner must be a member of your organization.',
    })
    for (const body of [{ state: 'dismissed' }, { ownerId: 'ann' }, { departmentId: 2 }])
      await expect(change('owner', 'team_member', id, body)).rejects.toMatchObject({ status: 403 })
    await expect(change('ann', 'team_member', id, { note: 'Mine?' })).rejects.toMatchObject({ status: 404 })
    await expect(change('owner', 'team_member', id, { state: 'answered' })).rejects.toMatchObject({
      status: 400,
      detail: 'Name the document that answers it.',
    })
    await change('owner', 'team_member', id, { state: 'answered', documentId })
    await eventually(() => expect(portal.eventsOf('question.answerable')).toHaveLength(3))
    await change('steward', 'admin', id, { state: 'dismissed' })
    await change('steward', 'admin', id, { state: 'answered' })
    expect(portal.eventsOf('question.answerable')).toHaveLength(3)
  })

  it('a document that the person may not read is refused like an unknown one', async () => {
    const { documentId } = await portal.put('retention', 'Records are kept.')
    portal.close(documentId, ['steward'])
    const { id } = await gap()
    await expect(change('steward', 'admin', id, { documentId })).rejects.toMatchObject({ status: 404 })
  })
})

describe('when a document has a new version', () => {
  it('the questions of its gaps are asked again as their askers, who are told once', async () => {
    const { id } = await gap()
    const { documentId } = await portal.put('gifts', 'Gifts are registered.')
    await eventually(async () =>
      expect(await gapsOf()).toMatchObject([{ id, state: 'answered', documentId }]),
    )
    const notified = () => portal.eventsOf('question.answerable')
    await eventually(() => expect(notified()).toHaveLength(3))
    expect(notified().map(({ audience }) => audience?.users)).toEqual([['ann'], ['bea'], ['cat']])
    expect(notified()[0]?.data).toMatchObject({ documentId })
    const { conversationId } = notified()[0]?.data ?? {}
    const params = { id: String(conversationId) }
    const { messages } = await portal.as('ann').call(chatApi.readConversation, { params })
    expect(messages[1]).toMatchObject({ outcome: 'no_evidence', answerableAt: expect.any(String) })
    await portal.put('gifts', 'Gifts are registered at once.', { documentId })
    await gap('What about travel?')
    expect(notified()).toHaveLength(3)
  })

  it('nobody is told who may not read it, or who has left', async () => {
    await gap()
    portal.leave('cat')
    await portal.put('gifts', 'Gifts are registered.', { closedTo: new Set(['bea']) })
    const notified = () => portal.eventsOf('question.answerable')
    await eventually(() => expect(notified()).toHaveLength(1))
    expect(notified()[0]?.audience?.users).toEqual(['ann'])
    expect(await gapsOf()).toMatchObject([{ state: 'open' }])
  })

  it('says what changes a gap, and what only joins it', async () => {
    portal.as('owner')
    const { id } = await gap()
    await change('steward', 'admin', id, { ownerId: 'owner' })
    await portal.ask('dan', 'May I keep gifts?')
    await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(5))
    const isOfQuestions = true
    expect(portal.eventsOf('gap.changed').map(({ data }) => data)).toMatchObject([
      { state: 'open' },
      { state: 'open', isOfQuestions },
      { state: 'open', isOfQuestions },
      { state: 'assigned' },
      { state: 'assigned', isOfQuestions },
    ])
    const [first, , , assigned] = portal.eventsOf('gap.changed')
    for (const event of [first, assigned]) expect(event?.data).not.toHaveProperty('isOfQuestions')
  })

  it('the same question, asked again in vain, opens the gap again', async () => {
    const { id } = await gap()
    const { documentId } = await portal.put('gifts', 'Gifts are registered.')
    await eventually(async () => expect(await gapsOf()).toMatchObject([{ state: 'answered' }]))
    portal.close(documentId, ['dan'])
    await portal.ask('dan', 'May I keep gifts?')
    await eventually(async () => expect(await gapsOf()).toMatchObject([{ id, state: 'open', askers: 4 }]))
  })

  it('a gap that was answered stays so when an asker rates the answer of then', async () => {
    const { documentId } = await portal.put('retention', 'Records are kept.')
    const [first] = await askAll(['ann', 'bea', 'cat'])
    await eventually(async () => expect(await gapsOf()).toMatchObject([{ askers: 3 }]))
    const [{ id, lastAskedAt } = { id: '' }] = await gapsOf()
    await change('steward', 'admin', id, { state: 'answered', documentId })
    await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(4))
    await rate('ann', first?.assistantMessage.id ?? '', 5)
    await eventually(() => expect(portal.eventsOf('gap.changed')).toHaveLength(5))
    expect(await gapsOf()).toMatchObject([{ id, state: 'answered', askers: 3, lastAskedAt }])
    expect(portal.eventsOf('question.answerable')).toHaveLength(3)
  })

  it('a low rating of an answer from before tells its asker what answers now, and opens no gap', async () => {
    const { documentId } = await portal.put('gifts', 'Gifts are registered.')
    const { assistantMessage } = await portal.ask('dan', 'May I keep gifts?')
    portal.close(documentId, ['ann', 'bea', 'cat'])
    const { id } = await gap()
    const better = await portal.put('retention', 'Gifts are kept by the desk.')
    await change('steward', 'admin', id, { state: 'answered', documentId: better.documentId })
    await rate('dan', assistantMessage.id, 1)
    await eventually(async () => expect(await gapsOf()).toMatchObject([{ askers: 4, ratedLow: 1 }]))
    expect(await gapsOf()).toMatchObject([{ id, state: 'answered' }])
    await eventually(() => expect(portal.eventsOf('question.answerable')).toHaveLength(4))
    expect(portal.eventsOf('question.answerable').at(-1)?.audience?.users).toEqual(['dan'])
  })
})
