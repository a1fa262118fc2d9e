import { acknowledgementsApi } from '@portal/contracts/acknowledgements'
import { approvalsApi } from '@portal/contracts/approvals'
import { daysBetween } from '@portal/contracts/calendar-day'
import type { Client } from '@portal/contracts/client'
import { contradictionsApi } from '@portal/contracts/contradictions'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { versionsApi } from '@portal/contracts/versions'
import { expect } from 'vitest'

/** Every situation that the demo's documents are in; days count from the first start. */
export async function expectDemoStory(client: Client): Promise<void> {
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  const find = (customId: string): Document => {
    const document = documents.find((one) => one.customId === customId)
    if (!document) throw new Error(`The demo has no ${customId}.`)
    return document
  }
  const versionsOf = (customId: string) =>
    client.call(versionsApi.listVersions, { params: { id: find(customId).id } })
  const formats = documents.map(({ fileName }) => fileName.split('.').at(-1))
  expect(documents.length).toBeGreaterThanOrEqual(16)
  expect(new Set(formats)).toEqual(new Set(['pdf', 'docx', 'txt']))

  const [second, first] = await versionsOf('POL-HR-01')
  expect([second?.isActive, first?.status, first?.supersededAt === null]).toEqual([true, 'approved', false])
  expect((await versionsOf('POL-LC-01'))[0]?.status).toBe('rejected')
  const [scheduled] = await versionsOf('POL-FIN-01')
  expect(scheduled).toMatchObject({ status: 'approved', isActive: false, activatedAt: null })
  const [made, effective] = [scheduled?.createdAt ?? '', scheduled?.effectiveAt ?? ''].map((time) =>
    time.slice(0, 10),
  )
  expect(daysBetween(made ?? '', effective ?? '')).toBe(7)
  expect(await stagesOf(client, (await versionsOf('SOP-OPS-01'))[0]?.id)).toEqual(['approved', 'pending'])

  expect(find('POL-IT-02').review.isOverdue).toBe(true)
  expect(documents.filter(({ visibleTo }) => visibleTo.length > 0).length).toBeGreaterThanOrEqual(2)
  await expectHalfRead(client, find('POL-HR-01').id)
  await expectContradiction(client)
}

/** How the stages of a version that awaits approval stand, the first one first. */
async function stagesOf(client: Client, versionId = ''): Promise<string[]> {
  const approvals = await client.call(approvalsApi.listApprovals, { params: { versionId } })
  return approvals.toSorted((a, b) => a.stage - b.stage).map(({ status }) => status)
}

async function expectHalfRead(client: Client, documentId: string): Promise<void> {
  const [campaign] = await client.call(acknowledgementsApi.listCampaigns, { query: { documentId } })
  expect(campaign?.state).toBe('open')
  const people = await client.call(acknowledgementsApi.listCampaignPeople, {
    params: { id: campaign?.id ?? '' },
    query: {},
  })
  expect(new Set(people.map(({ state }) => state))).toEqual(new Set(['acknowledged', 'outstanding']))
}

/** Two policies contradict each other in one clause; found once both are in the index. */
async function expectContradiction(client: Client): Promise<void> {
  const found = async () =>
    (await client.call(contradictionsApi.listContradictions, {})).contradictions.map(({ kind, clauses }) => ({
      kind,
      between: clauses.map(({ customId }) => customId).toSorted(),
    }))
  const planted = { kind: 'value', between: ['POL-LC-02', 'SOP-OPS-02'] }
  await expect.poll(found, { timeout: 60_000, interval: 500 }).toContainEqual(planted)
}
