import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { NewEvidencePack } from '@portal/contracts/evidence'
import { routeUrl } from '@portal/contracts/route'
import type { ServiceName } from '@portal/contracts/services'
import type { DocumentVersion } from '@portal/contracts/versions'
import {
  acknowledge,
  close,
  pendingOf,
  start,
  wait,
} from '@portal/documents-service/acknowledgements/campaigns.fixture'
import { httpAuditExtracts } from '@portal/documents-service/evidence/http-audit-extracts'
import {
  activate,
  addVersion,
  pendingFor,
  settled,
  startVersionsUnderTest,
  type TestOrganization,
} from '@portal/documents-service/versions/versions.fixture'
import { openHeadsUnderTest } from '@portal/master-admin-service/audit/audit-heads.fixture'
import { portsWith } from '@portal/master-admin-service/ports.fixture'
import { service as masterAdmin } from '@portal/master-admin-service/service'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { expect, vi } from 'vitest'
import type { z } from 'zod'

/** Documents and the audit trail on one bus, each asked over HTTP. */
export async function startEvidenceUnderTest() {
  const heads = await openHeadsUnderTest()
  let trail: ServiceUnderTest | undefined
  const audit = httpAuditExtracts(() => trail?.service.url ?? '')
  const documents = await startVersionsUnderTest((ports) => ({ ...ports, audit }))
  const { bus, office } = documents.under
  const started = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads), bus, office })
  trail = started
  const audience: ServiceName[] = ['documents', 'master-admin']
  return {
    ...{ documents: documents.under, trail: started, heads: heads.heads },
    newOrganization: documents.newOrganization,
    /** Somebody whose passport both services accept, as the gateway issues it for downloads. */
    as: ({ organizationId, named }: TestOrganization, role: 'admin' | 'facilitator' | 'manager') =>
      documents.under.as({ personId: named(role), organizationId, role }, audience),
    stop: async () => {
      await started.stop()
      await documents.stop()
      await heads.close()
    },
  }
}

/** Makes a pack and downloads it; throws what either refuses. */
export async function downloadPack(
  client: Client,
  body: z.input<typeof NewEvidencePack> = {},
): Promise<Uint8Array> {
  const { id } = await client.call(documentsApi.createEvidencePack, { body })
  const response = await client.request('GET', routeUrl(documentsApi.downloadEvidencePack, { id }))
  return new Uint8Array(await response.arrayBuffer())
}

/** What a hostile person types and a spreadsheet would run. */
export const formula = '=HYPERLINK("http://evil","ok")'
export const markup = '<script>alert(1)</script>'

/** Two threads on passages of a version: one answered and resolved, one deleted. */
async function discuss({ admin, as }: TestOrganization, version: DocumentVersion): Promise<void> {
  const params = { id: version.documentId, versionId: version.id }
  const { text } = await admin.call(documentsApi.readVersionText, { params })
  const comment = (client: Client, quote: string, said: string) => {
    const start = text.indexOf(quote)
    const body = { start, end: start + quote.length, quote, text: said }
    return client.call(documentsApi.addComment, { params, body })
  }
  const asked = await comment(as('manager'), 'This policy', `By whom? ${markup}`)
  const ofThread = { params: { ...params, commentId: asked.id } }
  await admin.call(documentsApi.replyToComment, { ...ofThread, body: { text: formula } })
  await admin.call(documentsApi.resolveComment, ofThread)
  const mistaken = await comment(as('manager'), 'Purpose', 'Said by mistake.')
  await as('manager').call(documentsApi.deleteComment, { params: { ...params, commentId: mistaken.id } })
}

/**
 * A document with a replaced version, a rejected one, and a current one that was discussed before
 * it was approved, which one of four read in the second of two campaigns.
 */
export async function liveThrough(organization: TestOrganization) {
  const { admin, as, named } = organization
  const decide = async (versionId: string, status: 'approved' | 'rejected', comments: string) => {
    const waiting = (await pendingFor(as('manager'))).find((one) => one.versionId === versionId)
    const params = { id: waiting?.id ?? '' }
    await as('manager').call(documentsApi.decideApproval, { params, body: { status, comments } })
  }
  const document = await admin.call(documentsApi.uploadDocument, {
    form: { title: `../Gifts ${markup}`, customId: 'con/1' },
    file: new Blob(['Gifts Policy\n\nGifts are registered within 5 days.\n']),
    fileName: '../CON.txt',
  })
  const asked = { approverIds: named('manager'), changes: `Clause 2. ${markup}` }
  const rejected = await addVersion(admin, document.id, { ...asked, title: 'Too short' })
  await decide(rejected.id, 'rejected', formula)
  const approved = await addVersion(admin, document.id, { ...asked, title: 'Second edition' })
  for (const version of [rejected, approved]) await settled(admin, version)
  await discuss(organization, approved)
  await decide(approved.id, 'approved', 'Well done.')
  await activate(admin, approved)
  await close(admin, await start(admin, approved.id))
  const campaign = await start(admin, approved.id)
  await vi.waitFor(async () => expect(await pendingOf(as('manager'))).toHaveLength(1), wait)
  await acknowledge(as('manager'), campaign)
  return { document, rejected, approved }
}
