import { chatApi } from '@portal/contracts/chat'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
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
  documentId = (await portal.put('retention', 'Records are kept for seven years.')).documentId
})

const question = 'How long is retention?'
const replace = () => portal.put('retention', 'Records are kept for ten years.', { documentId })
const notified = () => portal.eventsOf('answer.outdated')
const readAs = async (personId: string, id: string) => {
  const { messages } = await portal.as(personId).call(chatApi.readConversation, { params: { id } })
  return messages.map(({ replaced }) => replaced)
}

describe('an answer that rests on a replaced version', () => {
  it('says so when it is read; others do not', async () => {
    const before = await portal.ask('ann', question)
    await replace()
    const after = await portal.ask('ann', question)
    await eventually(async () =>
      expect(await readAs('ann', before.conversation.id)).toEqual([
        undefined,
        [{ documentId, at: expect.any(String) }],
      ]),
    )
    expect(await readAs('ann', after.conversation.id)).toEqual([undefined, undefined])
  })

  it('has each person who got one told once, of their latest', async () => {
    await portal.ask('ann', question)
    const latest = await portal.ask('ann', question)
    await portal.ask('bea', question)
    await replace()
    await eventually(() => expect(notified()).toHaveLength(2))
    expect(notified().map(({ audience }) => audience?.users)).toEqual([['ann'], ['bea']])
    expect(notified()[0]?.data).toMatchObject({ messageId: latest.assistantMessage.id, documentId })
    expect(JSON.stringify(notified())).not.toMatch(/retention|years/)
    await portal.ask('cat', question)
    await replace()
    await eventually(() => expect(notified()).toHaveLength(3))
    expect(notified()[2]?.audience?.users).toEqual(['cat'])
  })

  it('is told of once by two replicas, however many got one', async () => {
    const replica = await portal.startReplica()
    const people = Array.from({ length: 12 }, (_, at) => `person ${at}`)
    await Promise.all(people.map((person) => portal.ask(person, question)))
    await replace()
    await eventually(() => expect(notified().length).toBeGreaterThanOrEqual(people.length))
    await portal.ask('last', question)
    await replace()
    await eventually(() => expect(notified().at(-1)?.audience?.users).toEqual(['last']))
    await replica.stop()
    const heard = notified().map(({ audience }) => audience?.users?.[0])
    expect(heard.toSorted()).toEqual([...people, 'last'].toSorted())
  })

  it('is not told of after 90 days, but says so', async () => {
    const { assistantMessage, conversation } = await portal.ask('ann', question)
    const database = openDatabase({ urls: portal.under.urls, name: 'aging' })
    const old = `0180${assistantMessage.id.slice(4)}`
    await database.tenantTx(portal.organizationId, async (db) => {
      await db.execute(sql`delete from citing_answers`)
      await db.execute(sql`update messages set id = ${old} where id = ${assistantMessage.id}`)
      await db.execute(sql`insert into citing_answers (organization_id, document_id, message_id)
        values (${portal.organizationId}, ${documentId}, ${old})`)
    })
    await database.close()
    await portal.ask('bea', question)
    await replace()
    await eventually(() => expect(notified()).toHaveLength(1))
    expect(notified()[0]?.audience?.users).toEqual(['bea'])
    expect(await readAs('ann', conversation.id)).toContainEqual([{ documentId, at: expect.any(String) }])
  })
})
