import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { DocumentVersion } from '@portal/contracts/versions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentsPorts } from '../ports.ts'
import {
  addVersion,
  decide,
  refusalOf,
  settled,
  startVersionsUnderTest,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization
let current: Pick<DocumentVersion, 'id' | 'documentId'>
let pending: DocumentVersion

/** How many passages of a supposed version each search had. */
const searched: number[] = []
const noting = (index: DocumentsPorts['index']): DocumentsPorts['index'] => ({
  ...index,
  search: (query) => {
    if (query.supposed) searched.push(query.supposed.passages.length)
    return index.search(query)
  },
})

const question = 'How long are records of accidents kept?'
const clauses = {
  accidents: 'Records of accidents are kept for seven years in the archive.',
  keys: 'Keys of the archive are counted every evening by the warden.',
  visitors: 'Visitors of the archive sign the register at the entrance.',
}
const policyOf = (...paragraphs: string[]) => `Archive Policy\n\n1. Purpose\n\n${paragraphs.join('\n\n')}\n`
const before = policyOf(clauses.accidents, clauses.keys, clauses.visitors)
const after = policyOf(
  'Records of accidents are kept for eleven years in the archive.',
  clauses.visitors,
  clauses.keys,
)

beforeAll(async () => {
  service = await startVersionsUnderTest((ports) => ({ ...ports, index: noting(ports.index) }))
}, 240_000)
afterAll(() => service.stop())

/** A policy in force, and the version of it that the manager must approve. */
beforeEach(async () => {
  organization = await service.newOrganization()
  const { admin, named } = organization
  const document = await upload(admin, before)
  current = { documentId: document.id, id: document.currentVersion?.id ?? '' }
  pending = await addVersion(admin, document.id, { content: after, approverIds: named('team_member') })
  await settled(admin, current)
  await settled(admin, pending)
}, 240_000)

const supposed = () => ({ documentId: pending.documentId, versionId: pending.id })
const retrieve = (client: Client, isSupposed = true) =>
  client.call(documentsApi.retrievePassages, {
    body: { question, limit: 5, ...(isSupposed ? { supposed: supposed() } : {}) },
  })
const textsOf = async (found: ReturnType<typeof retrieve>) =>
  (await found).passages.map(({ text }) => text).join('\n')

describe('retrieval with a supposed version', () => {
  it('finds its passages in place of those in force, for its approver', async () => {
    const approver = organization.as('team_member')
    const found = await retrieve(approver)
    expect(new Set(found.passages.map(({ versionId }) => versionId))).toEqual(new Set([pending.id]))
    expect(found.passages[0]?.windows?.length).toBeGreaterThan(0)
    expect(await textsOf(retrieve(approver))).toContain('eleven years')
    expect(await textsOf(retrieve(approver, false))).toContain('seven years')
    expect(await textsOf(retrieve(approver, false))).not.toContain('eleven')
  })

  it('quotes and compares them for its approver, and not the passages that they replace', async () => {
    const approver = organization.as('team_member')
    const [passage] = (await retrieve(approver)).passages
    const [replaced] = (await retrieve(approver, false)).passages
    if (!passage || !replaced) throw new Error('Nothing was found.')
    const spans = [passage, replaced].map(({ versionId, start, end, text }) => ({
      versionId,
      start,
      end,
      text,
    }))
    const valid = (body: object) =>
      approver.call(documentsApi.verifySpans, { body: { spans, ...body } }).then((found) => found.valid)
    expect(await valid({ supposed: supposed() })).toEqual([true, false])
    expect(await valid({})).toEqual([false, true])
    const parts = [passage, replaced].map(({ id: passageId }) => ({ passageId, start: 0, end: 20 }))
    const body = { question, spans: parts, supposed: supposed() }
    const { similarities } = await approver.call(documentsApi.compareSpans, { body })
    expect(similarities).toEqual([expect.any(Number), null])
  })

  it('is found by nobody else, and by nobody once it is decided', async () => {
    const { as, admin } = organization
    const unknown = { status: 404, message: 'Not found' }
    for (const stranger of [as('manager'), as('team_member', 'somebody-else')]) {
      expect(await refusalOf(retrieve(stranger))).toEqual(unknown)
      const body = { supposed: supposed(), spans: [] }
      expect(await refusalOf(stranger.call(documentsApi.findAlteredSpans, { body }))).toEqual(unknown)
    }
    expect((await refusalOf(retrieve(as('facilitator')))).status).toBe(0)
    const other = await service.newOrganization()
    expect(await refusalOf(retrieve(other.admin))).toEqual(unknown)
    await decide(as('team_member'), pending)
    expect(await refusalOf(retrieve(admin))).toEqual(unknown)
  })

  it('leaves what everybody else finds as it was', async () => {
    const stranger = organization.as('team_member', 'somebody-else')
    const known = await retrieve(stranger, false)
    await retrieve(organization.as('team_member'))
    expect(await retrieve(stranger, false)).toEqual(known)
  })
})

it('of a long version, what is near to the question is searched, not everything', async () => {
  const sections = Array.from({ length: 500 }, (_, n) => `${n + 2}. Gate ${n}\n\nGate ${n} is painted.`)
  const content = `${after}\n${sections.join('\n\n')}\n`
  const { admin, named } = organization
  const { id: documentId } = await upload(admin, before)
  const long = await addVersion(admin, documentId, { content, approverIds: named('team_member') })
  await settled(admin, long)
  searched.length = 0
  const body = { question, limit: 5, supposed: { documentId, versionId: long.id } }
  const { passages } = await admin.call(documentsApi.retrievePassages, { body })
  expect(passages.map(({ text }) => text).join()).toContain('eleven years')
  expect(searched).toEqual([expect.any(Number)])
  expect(Math.max(...searched)).toBeLessThanOrEqual(400)
}, 240_000)

describe('the passages that a version alters', () => {
  const spanOf = (clause: string, versionId = current.id) => {
    const start = before.trim().indexOf(clause)
    return { versionId, start, end: start + clause.length }
  }
  const altered = async (spans: readonly ReturnType<typeof spanOf>[]) =>
    (
      await organization.admin.call(documentsApi.findAlteredSpans, {
        body: { supposed: supposed(), spans: [...spans] },
      })
    ).altered

  it('are those that it changes, not those that it moves', async () => {
    const spans = [spanOf(clauses.accidents), spanOf(clauses.keys), spanOf(clauses.visitors)]
    expect(await altered(spans)).toEqual([true, false, false])
  })

  it('are of versions that the reviewer may open: others’ are not altered', async () => {
    const other = await upload(organization.admin, `${before}Another one.\n`)
    await settled(organization.admin, { documentId: other.id, id: other.currentVersion?.id ?? '' })
    const foreign = spanOf(clauses.accidents, other.currentVersion?.id)
    expect(await altered([foreign, spanOf(clauses.accidents, pending.id)])).toEqual([false, false])
  })
})

it('questions that mean the same are one group', async () => {
  const questions = [
    'How long are records kept?',
    'How long must records be kept?',
    'Who may drive a company car?',
    'How long do we have to keep records?',
  ]
  const { groups } = await organization.admin.call(documentsApi.groupQuestions, { body: { questions } })
  expect(groups).toEqual([0, 0, 1, 0])
})
