import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DocumentsQuotas } from '../ports.ts'
import { service as documents } from '../service.ts'

const fileBytes = 200
const ofPerson = 3
const ofOrganization = 5
const plenty = { person: 1e9, organization: 1e9 }
const unlimited = {
  ...{ storedBytes: 1e9, documents: 1e9 },
  ...{ uploads: plenty, uploadBytes: plenty, evidencePacks: plenty, requests: plenty, readAgain: plenty },
}
/** The next request's. */
let quotas: DocumentsQuotas

let engines: DocumentEngines
let under: ServiceUnderTest
beforeAll(async () => {
  engines = await openDocumentEngines()
  under = await startUnderTest(documents, {
    ports: {
      ...engines.ports,
      get quotas() {
        return quotas
      },
    },
  })
})
afterAll(async () => {
  await under.stop()
  await engines.close()
})

let files = 0

async function upload(actor: Actor): Promise<Response> {
  files += 1
  const body = new FormData()
  body.set('file', new File([`Badge ${files}. `.padEnd(fileBytes, 'x')], `badges-${files}.txt`))
  const headers = { [passportHeader]: await under.office.person(actor, ['documents']) }
  return under.service.fetch(new Request('http://service/api/documents', { method: 'POST', headers, body }))
}

const person = (organizationId: number, name: string) =>
  ({ personId: `${name}-${organizationId}`, organizationId, role: 'admin' }) as const

async function accepted(answers: readonly Promise<Response>[]): Promise<Response[]> {
  const refused: Response[] = []
  for (const response of await Promise.all(answers)) {
    if (response.status === 201) continue
    expect(response.status).toBe(429)
    refused.push(response)
  }
  return refused
}

it('uploads beyond a quota of the day are refused with the time of reset, also when they arrive at once, and leave no file', async () => {
  quotas = {
    ...unlimited,
    uploads: { ...plenty, person: ofPerson },
    uploadBytes: { ...plenty, organization: ofOrganization * fileBytes },
  }
  const refused = await accepted(Array.from({ length: 6 }, () => upload(person(1, 'one'))))
  expect(refused).toHaveLength(6 - ofPerson)
  for (const response of refused) {
    const wait = Number(response.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(86_400)
    const { message } = (await response.json()) as { message: string }
    expect(message).toMatch(/^You have used your uploads of today\. .+ \d{4}-\d\d-\d\d 00:00 UTC on\.$/)
  }
  expect(await engines.ports.blobs.countOf(1)).toBe(ofPerson)
  const others = await accepted(Array.from({ length: 3 }, () => upload(person(1, 'two'))))
  expect(others).toHaveLength(3 + ofPerson - ofOrganization)
  expect(await others[0]?.json()).toMatchObject({
    message: expect.stringMatching(/^Your organization has used its bytes for uploads of today\./),
  })
  expect(await accepted([upload(person(2, 'one'))])).toEqual([])
})

it('what an organization may store is limited whatever the day; the refusal says what helps, and deleting makes room for documents', async () => {
  quotas = { ...unlimited, documents: 4, storedBytes: 5.5 * fileBytes }
  const admin = person(3, 'one')
  const [tooMany, ...more] = await accepted(Array.from({ length: 5 }, () => upload(admin)))
  expect(more).toEqual([])
  expect(tooMany?.headers.get('retry-after')).toBeNull()
  expect(await tooMany?.json()).toMatchObject({
    message:
      'Your organization has 4 documents, which is its limit. Delete some or ask the operator of the portal for more.',
  })
  const listed = await under.as(admin).call(documentsApi.listDocuments, { query: {} })
  for (const { id } of listed.slice(0, 2))
    await under.as(admin).call(documentsApi.deleteDocument, { params: { id } })
  expect(await accepted([upload(admin)])).toEqual([])
  const [tooLarge] = await accepted([upload(admin)])
  expect(await tooLarge?.json()).toMatchObject({
    message: expect.stringContaining('whose space is free 30 days later'),
  })
})
