import { documentsApi } from '@portal/contracts/documents'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  activate,
  addVersion,
  approvalsOf,
  decide,
  listVersions,
  pendingFor,
  policyAbout,
  refusalOf,
  settled,
  startVersionsUnderTest,
  statusOf,
  submit,
  type TestOrganization,
  upload,
  withdraw,
} from './versions.fixture.ts'

const parsed: string[] = []
const encoded: string[] = []
let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization

beforeAll(async () => {
  service = await startVersionsUnderTest((ports) => ({
    ...ports,
    parser: {
      parse: (...given: Parameters<DocumentParser['parse']>) => {
        parsed.push(Buffer.from(given[0].content).toString())
        return ports.parser.parse(...given)
      },
      isEarlier: (name) => ports.parser.isEarlier(name),
      check: () => ports.parser.check(),
    } satisfies DocumentParser,
    embedder: Object.assign(Object.create(ports.embedder), {
      embed: (...given: Parameters<typeof ports.embedder.embed>) => {
        encoded.push(...given[0])
        return ports.embedder.embed(...given)
      },
    }),
  }))
}, 240_000)
afterAll(() => service.stop())
beforeEach(async () => {
  organization = await service.newOrganization()
})

const currentOf = async (id: string) =>
  (await listVersions(organization.admin, id))
    .filter(({ isActive }) => isActive)
    .map(({ version }) => version)

describe('a new version', () => {
  it('is approved at once without an approval rule, and waits to be activated', async () => {
    const { admin } = organization
    const { id } = await upload(admin)
    const second = await addVersion(admin, id)
    expect(second).toMatchObject({
      ...{ version: 2, status: 'approved', isActive: false, changes: 'Clause 2 was added.' },
      ...{ title: 'Second edition', documentId: id, activatedAt: null },
    })
    expect(await currentOf(id)).toEqual([1])
    expect(await activate(admin, second)).toMatchObject({ isActive: true, supersededAt: null })
    const [now, before] = await listVersions(admin, id)
    expect(now).toMatchObject({ version: 2, isActive: true })
    expect(before).toMatchObject({ version: 1, isActive: false, supersededAt: expect.any(String) })
  })

  it('is a draft when asked for, and pending approval with approvers', async () => {
    const { admin, named } = organization
    const { id } = await upload(admin)
    expect(await addVersion(admin, id, { draft: 'true' })).toMatchObject({ status: 'draft' })
    const asked = await addVersion(admin, id, { approverIds: named('manager') })
    expect(asked).toMatchObject({ status: 'pending_approval', submittedAt: expect.any(String) })
    expect(await pendingFor(organization.as('manager'))).toMatchObject([
      { approverUserId: named('manager'), version: { version: 3, title: 'Second edition' } },
    ])
  })

  it('says which fields are missing with the specified sentence, and takes old Word files', async () => {
    const { admin } = organization
    const { id } = await upload(admin)
    for (const wanted of [{ title: ' ' }, { changes: '' }])
      expect(await refusalOf(addVersion(admin, id, wanted))).toEqual({
        status: 400,
        message: 'Please fill in all fields and select a file',
      })
    expect((await refusalOf(addVersion(admin, id, { fileName: 'old.doc' }))).message).toContain('DOC')
    expect(await refusalOf(addVersion(admin, id, { fileName: 'macro.xls' }))).toEqual({
      status: 415,
      message: 'Only PDF, TXT, DOC and DOCX files are allowed.',
    })
  })

  it('sent twice within a minute without a key is one version', async () => {
    const { admin } = organization
    const { id } = await upload(admin)
    const given = { content: policyAbout('twice'), key: '' }
    const twice = await Promise.all([addVersion(admin, id, given), addVersion(admin, id, given)])
    expect(twice[1]?.id).toBe(twice[0]?.id)
    expect(await listVersions(admin, id)).toHaveLength(2)
  })

  it('that was saved as a draft and is then sent for approval asks its approvers', async () => {
    const { admin, named, as } = organization
    const { id } = await upload(admin)
    const content = policyAbout('a draft')
    await addVersion(admin, id, { content, draft: 'true' })
    const sent = { content, approverIds: named('manager'), effectiveAt: '2099-05-01' }
    const asked = await addVersion(admin, id, sent)
    expect(asked).toMatchObject({ status: 'pending_approval', effectiveAt: expect.any(String) })
    expect((await pendingFor(as('manager'))).map(({ versionId }) => versionId)).toEqual([asked.id])
  })

  it('without a key is another one if it asks other people, for another day, or says other changes', async () => {
    const { admin, named } = organization
    const { id } = await upload(admin)
    const given = { content: policyAbout('alike'), key: '', approverIds: named('manager') }
    const others = [
      given,
      { ...given, effectiveAt: '2099-05-01' },
      { ...given, effectiveAt: '2099-05-02' },
      { ...given, approverIds: named('facilitator') },
      { ...given, changes: 'Clause 3 was added.' },
      { content: given.content, key: '', draft: 'true' },
    ]
    const made = []
    for (const other of others) made.push((await addVersion(admin, id, other)).id)
    expect(new Set(made).size).toBe(others.length)
    const again = []
    for (const other of others) again.push((await addVersion(admin, id, other)).id)
    expect(again).toEqual(made)
  })

  it('with the bytes of an earlier one is neither read nor encoded again', async () => {
    const { admin } = organization
    const subject = crypto.randomUUID()
    const content = policyAbout(subject)
    const { id, currentVersion } = await upload(admin, content)
    await settled(admin, { documentId: id, id: currentVersion?.id ?? '' })
    parsed.length = 0
    encoded.length = 0
    const again = await addVersion(admin, id, { content })
    const read = await settled(admin, again)
    expect(read.ingestion).toMatchObject({ state: 'ready', passages: expect.any(Number) })
    expect(read.content).toContain('Policy')
    // Versions of other tests may still be read.
    const isOfThis = (text: string) => text.includes(subject)
    expect([parsed.filter(isOfThis), encoded.filter(isOfThis)]).toEqual([[], []])
  })

  it('is read and encoded before it is current, so that activating it changes answers at once', async () => {
    const { admin } = organization
    const { id, currentVersion } = await upload(admin, policyAbout('badges of guests'))
    await settled(admin, { documentId: id, id: currentVersion?.id ?? '' })
    const second = await addVersion(admin, id, { content: policyAbout('parking permits') })
    expect((await settled(admin, second)).ingestion.state).toBe('ready')
    const found = async (question: string) =>
      (await admin.call(documentsApi.retrievePassages, { body: { question, limit: 5 } })).passages.map(
        ({ version }) => version,
      )
    expect(new Set(await found('How are badges of guests kept?'))).toEqual(new Set([1]))
    await activate(admin, second)
    await expect
      .poll(async () => new Set(await found('How are parking permits kept?')), { timeout: 45_000 })
      .toEqual(new Set([2]))
  })
})

describe('transitions', () => {
  it('activates only an approved version that is not current', async () => {
    const { admin, named } = organization
    const { id } = await upload(admin)
    const draft = await addVersion(admin, id, { draft: 'true' })
    const pending = await addVersion(admin, id, { approverIds: named('manager') })
    expect(await refusalOf(activate(admin, draft))).toEqual({
      status: 409,
      message: 'Only an approved version can be activated.',
    })
    expect(await statusOf(activate(admin, pending))).toBe(409)
    await decide(organization.as('manager'), pending, 'rejected')
    expect(await statusOf(activate(admin, pending))).toBe(409)
    const [first] = (await listVersions(admin, id)).filter(({ version }) => version === 1)
    expect(await refusalOf(activate(admin, { documentId: id, id: first?.id ?? '' }))).toEqual({
      status: 409,
      message: 'This version is already the current one.',
    })
    expect(await currentOf(id)).toEqual([1])
  })

  it('an earlier approved version can become current again', async () => {
    const { admin } = organization
    const { id } = await upload(admin)
    await activate(admin, await addVersion(admin, id))
    const [, first] = await listVersions(admin, id)
    await activate(admin, { documentId: id, id: first?.id ?? '' })
    expect(await currentOf(id)).toEqual([1])
  })

  it('of two activations at once one wins and the other gets 409, and one version is current', async () => {
    const { admin, as } = organization
    for (let turn = 0; turn < 5; turn += 1) {
      const { id } = await upload(admin)
      const second = await addVersion(admin, id)
      const outcomes = await Promise.all(
        [admin, as('facilitator')].map((client) => statusOf(activate(client, second))),
      )
      expect(outcomes.sort()).toEqual([0, 409])
      expect(await currentOf(id)).toEqual([2])
    }
  })

  it('a withdrawn version is a draft whose approvals are no longer needed, and is submitted anew', async () => {
    const { admin, as, named } = organization
    const { id } = await upload(admin)
    const second = await addVersion(admin, id, { approverIds: named('manager') })
    expect(await withdraw(admin, second)).toMatchObject({ status: 'draft' })
    expect(await pendingFor(as('manager'))).toEqual([])
    expect(await statusOf(withdraw(admin, second))).toBe(409)
    await submit(admin, second, { approverIds: [named('manager')] })
    await decide(as('manager'), second)
    expect((await approvalsOf(admin, second)).map(({ round, status }) => [round, status])).toEqual([
      [1, 'not_needed'],
      [2, 'approved'],
    ])
    expect((await listVersions(admin, id))[0]).toMatchObject({ status: 'approved', isActive: false })
  })

  it('an approved version is withdrawn until it has been in force, and then has no day any more', async () => {
    const { admin, as, named } = organization
    const { id } = await upload(admin)
    const asked = { approverIds: named('manager'), effectiveAt: '2099-05-01' }
    const scheduled = await addVersion(admin, id, asked)
    await decide(as('manager'), scheduled)
    const withdrawn = { status: 'draft', effectiveAt: null, approvedAt: null }
    expect(await withdraw(admin, scheduled)).toMatchObject(withdrawn)
    expect(await statusOf(activate(admin, scheduled))).toBe(409)
    // Nothing of the approval holds for what is submitted anew.
    expect(await submit(admin, scheduled)).toMatchObject({ status: 'pending_approval', effectiveAt: null })
    await decide(as('manager'), scheduled)
    await activate(admin, scheduled)
    expect(await statusOf(withdraw(admin, scheduled))).toBe(409)
    const [, first] = await listVersions(admin, id)
    expect(first && (await statusOf(withdraw(admin, first)))).toBe(409)
  })
})

describe('who sees and writes versions', () => {
  it('a team_member gets the current version only, and a superseded one by its address', async () => {
    const { admin, as } = organization
    const { id, currentVersion } = await upload(admin)
    await settled(admin, { documentId: id, id: currentVersion?.id ?? '' })
    const second = await addVersion(admin, id)
    await settled(admin, second)
    const reader = as('team_member')
    const textOf = (versionId: string) =>
      reader.call(documentsApi.readVersionText, { params: { id, versionId } })
    expect((await listVersions(reader, id)).map(({ version }) => version)).toEqual([1])
    expect(await statusOf(textOf(second.id))).toBe(404)
    await activate(admin, second)
    expect((await listVersions(reader, id)).map(({ version }) => version)).toEqual([2])
    expect(await textOf(currentVersion?.id ?? '')).toMatchObject({
      isCurrent: false,
      supersededAt: expect.any(String),
    })
  })

  it('only stewards add, submit, withdraw and activate versions of a document that is not their own', async () => {
    const { admin, as } = organization
    const { id } = await upload(admin)
    const draft = await addVersion(admin, id, { draft: 'true' })
    for (const role of ['manager', 'team_member'] as const) {
      const client = as(role)
      const refused = [addVersion(client, id), submit(client, draft), activate(client, draft)]
      expect(await Promise.all(refused.map(statusOf))).toEqual([403, 403, 403])
    }
    const stranger = (await service.newOrganization()).admin
    const unseen = [addVersion(stranger, id), submit(stranger, draft), listVersions(stranger, id)]
    expect(await Promise.all(unseen.map(statusOf))).toEqual([404, 404, 404])
  })
})
