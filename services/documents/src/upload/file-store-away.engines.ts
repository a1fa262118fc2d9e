import { randomUUID } from 'node:crypto'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { provisionBucket } from '@portal/adapters/blob-store/s3/provision-bucket'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { disturb, engineUrl } from '@portal/testkit/engines'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'

let engines: DocumentEngines
let under: ServiceUnderTest
beforeAll(async () => {
  const url = Object.assign(new URL(await engineUrl('s3')), { pathname: `/test-${randomUUID().slice(0, 8)}` })
  await provisionBucket(url.href)
  engines = await openDocumentEngines()
  under = await startUnderTest(documents, {
    ports: { ...engines.ports, blobs: await openBlobStore(url.href) },
  })
})
afterAll(async () => {
  await disturb('s3', 'start')
  await under.stop()
  await engines.close()
})

const patience = { timeout: 60_000, interval: 100 }

function upload(client: Client, title: string) {
  const file = new Blob([`${title}\n\nRecords of ${title} are kept for seven years.`])
  return client.call(documentsApi.uploadDocument, { form: { title }, file, fileName: 'policy.txt' })
}

const stateOf = async (client: Client, id: string) =>
  (await client.call(documentsApi.readDocument, { params: { id } })).ingestion.state

it('with the file store away uploads answer 503 with Retry-After and store nothing, lists work, and what was uploaded before is read once it is back', async () => {
  const admin = under.as({ personId: 'p', organizationId: 1, role: 'admin' })
  const readers = under.as({ personId: 'q', organizationId: 1, role: 'team_member' })
  const uploads = ['badges', 'visitors', 'backups', 'payroll', 'vendors'].map((title) => upload(admin, title))
  const before = await Promise.all(uploads)
  await disturb('s3', 'stop')

  const refused = await rawUpload({ personId: 'p', organizationId: 1, role: 'admin' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'upstream_unavailable' })
  const titles = (await readers.call(documentsApi.listDocuments, { query: {} })).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['backups', 'badges', 'payroll', 'vendors', 'visitors'])
  const { parts } = await enginesOf()
  expect(parts).toContainEqual(
    expect.objectContaining({
      name: 'blobs',
      state: 'unavailable',
      detail: 'The file store does not answer.',
    }),
  )

  await disturb('s3', 'start')
  for (const { id } of before)
    await vi.waitFor(async () => expect(await stateOf(admin, id)).toBe('ready'), patience)
  const { id } = await upload(admin, 'afterwards')
  await vi.waitFor(async () => expect(await stateOf(admin, id)).toBe('ready'), patience)
})

/** An upload whose response headers can be inspected. */
async function rawUpload(actor: Actor): Promise<Response> {
  const body = new FormData()
  body.set('file', new File(['Refused.'], 'refused.txt'))
  const headers = { [passportHeader]: await under.office.person(actor, ['documents']) }
  return under.service.fetch(new Request('http://service/api/documents', { method: 'POST', headers, body }))
}

async function enginesOf() {
  const answer = await under.service.fetch(new Request('http://service/enginez'))
  return { parts: await answer.json() }
}
