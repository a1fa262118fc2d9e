import { createHash } from 'node:crypto'
import type { AnswerRecord } from '@portal/contracts/audit'
import { chatApi } from '@portal/contracts/chat'
import type { EventEnvelope } from '@portal/contracts/events'
import { passportHeader } from '@portal/contracts/passport'
import { routeUrl } from '@portal/contracts/route'
import type { VersionFacts } from '@portal/contracts/version-facts'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import { service as chat } from '../service.ts'

const passage = passageSaying('Records are kept for <seven> years.')
const asker: Actor = { personId: 'a', organizationId: 1, role: 'team_member' }
const emitted: EventEnvelope[] = []
let facts: VersionFacts | null
/** What the trail says of an answer, given the entry that the event made. */
let record: (messageId: string) => Promise<AnswerRecord>
let under: ServiceUnderTest
/** What the search made of the question, if it is misspelt. */
let understoodAs: string | undefined

const approved: VersionFacts = {
  ...{ documentId: passage.documentId, versionId: passage.versionId, version: 1, title: passage.title },
  ...{ customId: 'DOC-1', fileName: 'retention.pdf', contentHash: 'cd'.repeat(32), status: 'approved' },
  ...{ isCurrent: true, isActive: true, approvedAt: '2026-01-14T10:20:00.000Z', effectiveOn: '2026-02-01' },
  approvals: [{ personId: 'lena', decidedAt: '2026-01-14T10:20:00.000Z' }],
  supersededAt: null,
  review: { nextOn: '2027-01-14', cycleMonths: 12, isOverdue: false },
  isRevisionPending: false,
}

async function recordOf(messageId: string, changes: Record<string, unknown> = {}): Promise<AnswerRecord> {
  const event = await vi.waitFor(
    () => emitted.find(({ data }) => data['messageId'] === messageId) ?? Promise.reject(new Error('none')),
    { timeout: 45_000, interval: 25 },
  )
  return {
    entry: {
      ...{ id: event.id, sequence: 12, organizationId: 1, at: event.time, actorId: 'a', action: event.type },
      ...{ subject: event.subject, outcome: 'done', service: 'chat', hash: 'ab'.repeat(32) },
      ...{ details: { ...event.data, ...changes }, previous: '01'.repeat(32) },
    },
    head: { sequence: 14, hash: 'ef'.repeat(32), signed: 'eyJ.head.signature' },
    key: { kty: 'OKP', crv: 'Ed25519', x: 'x', fingerprint: '12'.repeat(32) },
    organizationName: 'Halden & Sons',
    people: { a: 'Ada Lovelace', lena: 'Lena Vogt' },
  }
}

beforeAll(async () => {
  under = await startUnderTest(chat, {
    ports: {
      passages: {
        retrieve: async () => Object.assign([passage], { understoodAs }),
        compare: async (_, __, spans) => spans.map(() => 0.9),
        verify: async (_, spans) => spans.map(() => true),
        ...withoutVersions,
      },
      model: {
        model: 'first passage',
        check: async () => {},
        answer: async function* ({ passages: [first] }) {
          if (first) yield { type: 'quote', passageId: first.id, start: 0, end: first.text.length }
          yield { type: 'outcome', outcome: 'answered' }
        },
      },
      proof: { facts: async () => facts, record: (_, messageId) => record(messageId) },
    },
  })
  await under.bus.tail({ topics: ['chat'], handle: (event) => void emitted.push(event) })
})
afterAll(() => under.stop())
beforeEach(() => {
  facts = approved
  record = recordOf
  understoodAs = undefined
})

const ask = async (question = 'How long?') =>
  (await under.as(asker).call(chatApi.ask, { body: { question } })).assistantMessage.id

async function prove(id: string, actor = asker): Promise<Response> {
  const passport = await under.office.person(actor, ['chat', 'documents', 'master-admin'])
  const url = `http://service${routeUrl(chatApi.proveAnswer, { id })}`
  return under.service.fetch(new Request(url, { headers: { [passportHeader]: passport } }))
}

describe('the evidence of an answer', () => {
  it('says how a misspelt question was understood', async () => {
    understoodAs = 'How long are records kept?'
    const page = await (await prove(await ask('How long are recrods kept?'))).text()
    expect(page).toContain('<h2 dir="auto">How long are recrods kept?</h2>')
    expect(page).toContain(`Understood as “<bdi>${understoodAs}</bdi>”`)
  })

  it('has question, answer, passage, version, file, approver, and the entry of the audit trail', async () => {
    const response = await prove(await ask())
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=evidence-for-answer-/)
    const page = await response.text()
    for (const words of ['How long?', 'Answered', 'DOC-1', 'retention.pdf', 'cd'.repeat(32), 'Lena Vogt'])
      expect(page).toContain(words)
    for (const words of ['2026-02-01', '2027-01-14', 'Halden &#38; Sons', 'Ada Lovelace', 'ab'.repeat(32)])
      expect(page).toContain(words)
    expect(page).toContain('Records are kept for &#60;seven&#62; years.')
    expect(page).not.toMatch(/<(?:script|link|img|iframe|seven)|https?:/)
  })

  it('is dark on light on paper, with tables as wide as it, whatever theme its reader works in', async () => {
    const print = /@media print \{(.*)<\/style>/s.exec(await (await prove(await ask())).text())?.[1]
    expect(print).toContain(':root { color-scheme: light }')
    expect(print).toContain('table { display: table; overflow-wrap: anywhere }')
  })

  it('is tied to the trail: the entry has the hash of the text that the page shows', async () => {
    const id = await ask()
    const page = await (await prove(id)).text()
    expect(page).toContain('the same hash')
    const [, shown = ''] = /<pre>(\{.*?)<\/pre>/s.exec(page) ?? []
    const text = shown.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    const event = emitted.find(({ data }) => data['messageId'] === id)
    expect(event?.data['contentHash']).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('says so where the trail has another hash, or none', async () => {
    const id = await ask()
    record = (messageId) => recordOf(messageId, { contentHash: '00'.repeat(32) })
    expect(await (await prove(id)).text()).toContain('ANOTHER HASH')
    record = (messageId) => recordOf(messageId, { contentHash: undefined })
    expect(await (await prove(id)).text()).toContain('older than hashes of answers')
  })

  it('names what is doubtful about a version', async () => {
    const id = await ask()
    facts = { ...approved, isCurrent: false, approvals: [], supersededAt: '2026-03-01T08:00:00.000Z' }
    const page = await (await prove(id)).text()
    expect(page).toContain('No approval rule asked for any.')
    expect(page).toMatch(/not current, superseded <time[^>]*>2026-03-01 08:00 UTC/)
  })

  it('has no words of a version that its asker may not open any more, and says what is left out', async () => {
    const id = await ask()
    facts = null
    const page = await (await prove(id)).text()
    expect(page).not.toMatch(/Records are kept|Retention Policy|seven/)
    expect(page).toContain('[1]: cannot be opened any more')
    expect(page).toContain('How long?')
    expect(page).toContain('the same hash')
  })

  it('is for its asker alone, and is no page while the trail cannot be reached', async () => {
    const id = await ask()
    for (const actor of [
      { ...asker, personId: 'b' },
      { ...asker, personId: 'admin', role: 'admin' as const },
      { ...asker, organizationId: 2 },
    ])
      expect((await prove(id, actor)).status).toBe(404)
    record = () => Promise.reject(new CodedError('upstream_unavailable', 'The audit trail is behind.'))
    const response = await prove(id)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ message: 'The audit trail is behind.' })
  })
})
