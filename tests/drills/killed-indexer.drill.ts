import { documentsApi } from '@portal/contracts/documents'
import { isFullDrill } from '@portal/testkit/drill-size'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  type KilledDocuments,
  patience,
  type Step,
  startKilledDocuments,
} from './killed-documents.fixture.ts'

const isIn = (state: string) => `new.ingestion_state = '${state}' and old.ingestion_state <> '${state}'`

/** Every point at which the work on an uploaded file may end, in order. */
const all: readonly (Step & { readonly name: string })[] = [
  { name: 'as it begins to read', on: 'update', table: 'versions', when: isIn('reading') },
  { name: 'before the text is stored', on: 'insert', table: 'version_texts', when: 'true' },
  { name: 'among the passages', on: 'insert', table: 'passages', when: 'new.ordinal = 20' },
  { name: 'before it is marked as read', on: 'update', table: 'versions', when: isIn('indexing') },
  { name: 'before the reading job ends', on: 'delete', table: 'jobs', when: "old.kind = 'read-version'" },
  {
    name: 'between two turns of encoding',
    on: 'insert',
    table: 'embeddings',
    when: '(select count(*) from embeddings) > 32',
  },
  { name: 'between index and row', on: 'update', table: 'versions', when: isIn('ready') },
  { name: 'before the indexing job ends', on: 'delete', table: 'jobs', when: "old.kind = 'index-document'" },
]
const short = ['among the passages', 'between two turns of encoding', 'between index and row']
const steps = all.filter(({ name }) => isFullDrill || short.includes(name))

let documents: KilledDocuments

beforeAll(async () => {
  documents = await startKilledDocuments()
  await documents.start()
}, 180_000)
afterAll(() => documents.stop())

const sections = 40
/** The title has one of its own. */
const passagesOfPolicy = sections + 1

/** Forty sections, each a passage of its own with a word of its own. */
function binderPolicy(name: string): string {
  const texts = Array.from(
    { length: sections },
    (_, at) =>
      `${at + 1}. Binder ${at + 1}\n\nBinder ${at + 1} of the ${name} is kept by its owner for years.`,
  )
  return `${name}\n\n${texts.join('\n\n')}\n`
}

it.each(steps)(
  'killed with -9 $name, the work goes on after the next start and is done once',
  async (step) => {
    const { admin, eventsOf } = documents
    const name = `policy ${step.name}`
    await documents.run('delete from embeddings')
    await documents.hold(step)
    const file = new Blob([binderPolicy(name)])
    const { id } = await admin.call(documentsApi.uploadDocument, { form: {}, file, fileName: 'binder.txt' })
    await documents.held()
    await documents.kill()
    await documents.release()
    await documents.start()
    const read = () => admin.call(documentsApi.readDocument, { params: { id } })
    const { ingestion, currentVersion } = await vi.waitFor(async () => {
      const document = await read()
      expect(document.ingestion.state).toBe('ready')
      return document
    }, patience)
    expect(ingestion.passages).toBe(passagesOfPolicy)
    const versionId = currentVersion?.id ?? ''
    const [rows] = await documents.run(
      `select count(*)::int as count, count(distinct ordinal)::int as ordinals from passages where version_id = '${versionId}'`,
    )
    expect(rows).toEqual({ count: passagesOfPolicy, ordinals: passagesOfPolicy })
    const { passages } = await admin.call(documentsApi.searchPassages, { query: { q: name, limit: 50 } })
    const found = passages.filter((passage) => passage.versionId === versionId)
    expect(new Set(found.map((passage) => passage.id)).size).toBe(found.length)
    expect(found).toHaveLength(passagesOfPolicy)
    await vi.waitFor(async () => {
      const left = await documents.run(`select 1 from jobs where subject in ('${id}', '${versionId}')`)
      expect(left).toHaveLength(0)
    }, patience)
    expect(eventsOf(id, 'version.activated')).toHaveLength(1)
    await admin.call(documentsApi.deleteDocument, { params: { id } })
  },
  400_000,
)
