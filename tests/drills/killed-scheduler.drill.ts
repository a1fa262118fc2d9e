import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type KilledDocuments,
  patience,
  type Step,
  startKilledDocuments,
} from './killed-documents.fixture.ts'

const steps: readonly (Step & { readonly name: string })[] = [
  {
    name: 'while it activates',
    on: 'update',
    table: 'versions',
    when: 'new.activated_at is not null and old.activated_at is null and new.number = 2',
  },
  {
    name: 'when it has activated and its job has not ended',
    on: 'delete',
    table: 'jobs',
    when: "old.kind = 'activate-scheduled'",
  },
]

let documents: KilledDocuments

beforeAll(async () => {
  documents = await startKilledDocuments()
  await documents.start()
}, 180_000)
afterAll(() => documents.stop())

const text = (hour: number) =>
  `Quiet hours\n\nThe quiet hours of the building begin at ${hour} in the evening.\n`
const searched = async (client: Client) =>
  (await client.call(documentsApi.searchPassages, { query: { q: 'When do the quiet hours begin?' } }))
    .passages

it.each(steps)(
  'killed with -9 at the minute of an activation, $name, the version is current after the next start, activated once',
  async (step) => {
    const { admin, eventsOf } = documents
    await documents.hold(step)
    const first = { form: {}, file: new Blob([text(8)]), fileName: 'quiet.txt' }
    // On a busy machine the service may answer 503; a person would simply try again.
    const { id } = await vi.waitFor(() => admin.call(documentsApi.uploadDocument, first), patience)
    const addLater = () =>
      admin.call(documentsApi.createVersion, {
        params: { id },
        form: {
          ...{ title: 'Quiet hours', changes: 'They begin later.' },
          effectiveAt: new Date(Date.now() + 2000).toISOString(),
        },
        file: new Blob([text(10)]),
        fileName: 'quiet.txt',
      })
    const { id: versionId } = await vi.waitFor(addLater, patience)
    await documents.held()
    await documents.kill()
    await documents.release()
    await documents.start()
    await vi.waitFor(async () => {
      const { currentVersion, ingestion } = await admin.call(documentsApi.readDocument, { params: { id } })
      expect([currentVersion, ingestion.state]).toEqual([{ id: versionId, version: 2 }, 'ready'])
      const found = await searched(admin)
      expect(found.map((passage) => passage.versionId)).toEqual([versionId])
    }, patience)
    await vi.waitFor(async () => {
      const left = await documents.run(`select 1 from jobs where kind = 'activate-scheduled'`)
      expect(left).toHaveLength(0)
    }, patience)
    const activated = eventsOf(id, 'version.activated')
    expect(activated.map(({ data }) => data.version)).toEqual([1, 2])
    const versions = await admin.call(documentsApi.listVersions, { params: { id } })
    expect(versions.filter(({ isActive }) => isActive)).toHaveLength(1)
    await admin.call(documentsApi.deleteDocument, { params: { id } })
  },
  400_000,
)
