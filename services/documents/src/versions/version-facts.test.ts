import { documentsApi } from '@portal/contracts/documents'
import type { DocumentVersion } from '@portal/contracts/versions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  activate,
  addVersion,
  decide,
  settled,
  startVersionsUnderTest,
  type TestOrganization,
  upload,
} from './versions.fixture.ts'

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let organization: TestOrganization

beforeAll(async () => {
  service = await startVersionsUnderTest()
}, 240_000)
afterAll(() => service.stop())
beforeEach(async () => {
  organization = await service.newOrganization()
})

const factsOf = (
  { documentId, id }: Pick<DocumentVersion, 'documentId' | 'id'>,
  client = organization.as('team_member'),
) => client.call(documentsApi.readVersionFacts, { params: { id: documentId, versionId: id } })

const uploaded = async () => {
  const { id: documentId, currentVersion } = await upload(organization.admin)
  const version = { documentId, id: currentVersion?.id ?? '' }
  await settled(organization.admin, version)
  return version
}

describe('the facts of a version', () => {
  it('are when it was approved, from when it applies and when it is reviewed, for every reader', async () => {
    const version = await uploaded()
    expect(await factsOf(version)).toMatchObject({
      ...{ version: 1, status: 'approved', isCurrent: true, isActive: true, approvals: [] },
      ...{ approvedAt: expect.any(String), effectiveOn: expect.any(String), supersededAt: null },
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      review: { isOverdue: false, nextOn: expect.any(String) },
      isRevisionPending: false,
    })
  })

  it('name who approved its last round, and say that a revision awaits approval', async () => {
    const { admin, named, as } = organization
    const first = await uploaded()
    const second = await addVersion(admin, first.documentId, { approverIds: named('manager') })
    expect(await factsOf(first)).toMatchObject({ isRevisionPending: true })
    await decide(as('manager'), second)
    const approvals = [{ personId: named('manager'), decidedAt: expect.any(String) }]
    expect(await factsOf(second, admin)).toMatchObject({ approvals, isRevisionPending: false })
  })

  it('of a superseded version say so to readers; of one that was never in force they are 404', async () => {
    const { admin } = organization
    const first = await uploaded()
    const second = await addVersion(admin, first.documentId)
    await expect(factsOf(second)).rejects.toMatchObject({ status: 404 })
    await settled(admin, second)
    await activate(admin, second)
    expect(await factsOf(first)).toMatchObject({ isCurrent: false, supersededAt: expect.any(String) })
    expect(await factsOf(second)).toMatchObject({ isCurrent: true, version: 2 })
  })
})
