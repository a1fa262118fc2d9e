import { setTimeout as pause } from 'node:timers/promises'
import { RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { sweepFiles } from '@portal/documents-service/upload/sweep-files'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import { expectKept } from '@portal/testkit/acknowledged-writes'
import { isFullDrill } from '@portal/testkit/drill-size'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type KilledDocuments, patience, startKilledDocuments } from './killed-documents.fixture.ts'

const uploads = 50
const uploadsAtOnce = 10
/** After how many acknowledged uploads the service is killed; once it is killed before. */
const killsAfter = isFullDrill ? [3, 8, 13, 18, 23, 28, 33, 38, 43, 48] : [15]

let documents: KilledDocuments

beforeAll(async () => {
  documents = await startKilledDocuments()
}, 180_000)
afterAll(() => documents.stop())

const titleOf = (index: number) => `Policy ${index}`

/** Uploads as the portal's client does: again under the same key until there is an answer. */
async function uploadUntilAnswered(index: number): Promise<string> {
  const key = crypto.randomUUID()
  const text = `Doors of building ${index}\n\nThe doors of building ${index} are locked at night by its guard.\n`
  for (;;) {
    try {
      const input = { form: { title: titleOf(index) }, file: new Blob([text]), fileName: 'doors.txt' }
      const options = { headers: { 'idempotency-key': key } }
      return (await documents.admin.call(documentsApi.uploadDocument, input, options)).id
    } catch (error) {
      if (error instanceof RequestError && error.status < 500 && error.status !== 409) throw error
      await pause(50)
    }
  }
}

it('killed with -9 again and again during 50 uploads, the service loses nothing that it acknowledged, stores nothing twice, reads all of it, and its orphans are swept', async (context) => {
  await documents.start()
  const acknowledged: string[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < uploads; index = next++)
      acknowledged.push(await uploadUntilAnswered(index))
  }
  // Killed while a file is stored and its rows are not, so that there is an orphan for certain.
  await documents.hold({ on: 'insert', table: 'documents', when: 'true' })
  const working = Promise.all(Array.from({ length: uploadsAtOnce }, worker))
  await documents.held()
  await documents.kill()
  await documents.release()
  await documents.start()
  for (const count of killsAfter) {
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(count), patience)
    await documents.kill()
    await documents.start()
  }
  await working

  const list = () => documents.admin.call(documentsApi.listDocuments, { query: {} })
  const found = await list()
  await expectKept(
    context,
    acknowledged,
    found.map(({ id }) => id),
  )
  const titles = Array.from({ length: uploads }, (_, index) => titleOf(index))
  expect(found.map(({ title }) => title).sort()).toEqual(titles.sort())
  await vi.waitFor(
    async () =>
      expect(new Set((await list()).map(({ ingestion }) => ingestion.state))).toEqual(new Set(['ready'])),
    { timeout: 240_000, interval: 200 },
  )
  const [twice] = await documents.run('select count(*)::int as count from versions')
  expect(twice).toEqual({ count: uploads })

  const { organizationId, blobs } = documents
  expect(await blobs.countOf(organizationId)).toBeGreaterThan(uploads)
  await documents.ageFiles()
  const database = openDatabase({ urls: documents.urls, name: 'sweep' })
  const platformTx: Parameters<typeof sweepFiles>[0]['platformTx'] = (work) =>
    database.platformTx((db) => work(db, (of) => enqueuer(db, { organizationId: of })))
  // Only files are looked at here; the other engines are the service's.
  await sweepFiles({ platformTx, ports: { blobs } })
  await vi.waitFor(async () => expect(await blobs.countOf(organizationId)).toBe(uploads), patience)
  await database.close()
}, 600_000)
