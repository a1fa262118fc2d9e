import { createHash } from 'node:crypto'
import { auditApi } from '@portal/contracts/audit'
import { chatEvents } from '@portal/contracts/chat'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { compactVerify, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { portsWith } from '../ports.fixture.ts'
import { service as masterAdmin } from '../service.ts'
import { type HeadsUnderTest, openHeadsUnderTest } from './audit-heads.fixture.ts'
import { canonicalJson } from './chain-hash.ts'

let heads: HeadsUnderTest
let under: ServiceUnderTest
const asker: Actor = { personId: 'ada', organizationId: 1, role: 'team_member' }
const patience = { timeout: 45_000, interval: 50 }
const contentHash = 'ab'.repeat(32)

beforeAll(async () => {
  heads = await openHeadsUnderTest()
  under = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads) })
})
afterAll(async () => {
  await under.stop()
  await heads.close()
})

/** An answer was given to this person; resolves to its id. */
async function answered(actorid = 'ada', organizationid = 1): Promise<string> {
  const messageId = agedId()
  const conversationId = uuidV7()
  const data = { conversationId, messageId, userId: actorid, outcome: 'answered', citedDocuments: [] }
  await under.bus.publish('chat', [
    {
      ...{ specversion: '1.0' as const, id: uuidV7(), source: 'chat', dataversion: 1 },
      ...{ type: chatEvents.questionAnswered.type, subject: conversationId, actorid, organizationid },
      time: new Date().toISOString(),
      partitionkey: `${organizationid}/${conversationId}`,
      data: { ...data, durationMs: 12, contentHash },
    },
  ])
  return messageId
}

/** An id of ten seconds ago, so that nothing is waited for that is not there. */
function agedId(): string {
  const time = (Date.now() - 10_000).toString(16).padStart(12, '0')
  return uuidV7().replace(/^.{13}/, `${time.slice(0, 8)}-${time.slice(8)}`)
}

const recordOf = (id: string, actor = asker) =>
  under.as(actor).call(auditApi.readAnswerRecord, { params: { id }, query: { people: 'lena' } })

describe('the audit trail’s record of an answer', () => {
  it('is its entry, which can be checked alone, and a signed head that covers it', async () => {
    const id = await answered()
    const { entry, head, key } = await vi.waitFor(() => recordOf(id), patience)
    expect(entry).toMatchObject({ action: 'question.answered', actorId: 'ada', organizationId: 1 })
    expect(entry.details).toMatchObject({ messageId: id, contentHash })
    const { id: eventId, hash, previous, ...rest } = entry
    const digest = createHash('sha256').update(Buffer.from(previous, 'hex'))
    expect(digest.update(canonicalJson({ ...rest, eventId })).digest('hex')).toBe(hash)
    expect(head.sequence).toBeGreaterThanOrEqual(entry.sequence)
    const { payload } = await compactVerify(head.signed, await importJWK({ ...key }, 'EdDSA'))
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      sequence: head.sequence,
      hash: head.hash,
    })
  })

  it('is for who asked, not for colleagues, stewards and other organizations', async () => {
    const id = await answered()
    await vi.waitFor(() => recordOf(id), patience)
    for (const actor of [
      { ...asker, personId: 'bob' },
      { ...asker, personId: 'bob', role: 'admin' as const },
      { ...asker, organizationId: 2 },
    ])
      await expect(recordOf(id, actor)).rejects.toMatchObject({ status: 404, detail: 'Not found' })
    await expect(recordOf(agedId())).rejects.toMatchObject({ status: 404 })
  })
})
