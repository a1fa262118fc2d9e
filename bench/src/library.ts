import { parseArgs } from 'node:util'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { RouteCall } from '@portal/contracts/route'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { sleep } from '@portal/service-kit/sleep'
import { sql } from 'drizzle-orm'
import { type Contender, interleaved, type Measured } from './measure/interleaved.ts'
import { type Result, type Section, tables } from './measure/report.ts'
import { spread } from './measure/statistics.ts'
import { startDocumentsService } from './services/documents-service.ts'

/** Options of the short form. */
export const short = ['--rounds', '1', '--documents', '60']

const few = 20
const reach = 1.3
const readsPerRound = 15
const uploadsAtOnce = 6

type Asked = Pick<RouteCall<typeof documentsApi.listDocuments>, 'query'>

/** What the library asks for, each answered with the same number of rows whatever there is. */
const questions: readonly { readonly title: string; readonly query: Asked['query'] }[] = [
  { title: 'opening: the newest documents', query: {} },
  { title: 'sorted by title', query: { sort: 'title' } },
  { title: 'filtered by status', query: { status: 'active' } },
  { title: 'searched by title', query: { q: 'Policy 1' } },
]

/**
 * P26: a part of the library, read through the service, among 2,000 `--documents` of the
 * organization against 20. Every document was uploaded and read, and Postgres knows how many there
 * are, as its autovacuum finds out within minutes. `--rounds` (20).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '20' },
      documents: { type: 'string', default: '2000' },
    },
  })
  const [rounds, many] = [Number(values.rounds), Number(values.documents)]
  await using service = await startDocumentsService()
  const [small, large] = [service.clientOf(1), service.clientOf(2)]
  await fill(small, few)
  await fill(large, many)
  await collectStatistics(service.urls)
  const sections: Section[] = []
  for (const { title, query } of questions) {
    const rows = await interleaved(
      [partOf(`among ${few} documents`, small, query), partOf(`among ${many} documents`, large, query)],
      rounds,
    )
    sections.push({ title: `P26: ${title}`, unit: 'ms', rows, verdict: verdictOf(rows, many) })
  }
  const result = { ...tables('library', rounds, sections), how: `${rounds} rounds, after ANALYZE` }
  const slow = sections.filter(({ rows }) => ratioOf(rows) > reach)
  // One round, as in the short form, shows only that it runs.
  if (rounds < 5 || slow.length === 0) return [result]
  return [{ ...result, failure: `Slower than promised: ${slow.map(({ title }) => title).join('; ')}` }]
}

const ratioOf = (rows: readonly Measured[]) => rows[1]?.ratio ?? Number.NaN

function verdictOf(rows: readonly Measured[], many: number): string {
  return `Among ${many} documents a part takes ${ratioOf(rows).toFixed(2)} of the time that it takes among ${few} (reach ${reach}, aim 1.1).`
}

/** The median time of reading a part of ten rows. */
function partOf(name: string, client: Client, query: Asked['query']): Contender {
  const round = async () => {
    const times: number[] = []
    for (let read = 0; read < readsPerRound; read += 1) {
      const begun = performance.now()
      const rows = await client.call(documentsApi.listDocuments, { query: { ...query, limit: '10' } })
      times.push(performance.now() - begun)
      if (rows.length !== 10) throw new Error(`${name}: ${rows.length} rows in place of 10.`)
    }
    return spread(times).median
  }
  return { name, round }
}

/** Right after so many uploads the planner takes the tables for small, and sorts all of them. */
async function collectStatistics({ owner }: DatabaseUrls): Promise<void> {
  const database = openDatabase({ urls: { app: owner, platform: owner }, name: 'bench' })
  await database.platformTx((db) => db.execute(sql`analyze documents, versions`))
  await database.close()
}

/** Uploads as many documents, and waits until all of them were read. */
async function fill(client: Client, count: number): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const text = `Policy ${index}\n\nRecords of kind ${index} are kept for ${index % 30} years and then destroyed.\n`
      const upload = { form: { title: `Policy ${index}` }, file: new Blob([text]), fileName: 'policy.txt' }
      await client.call(documentsApi.uploadDocument, upload)
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, worker))
  for (;;) {
    const health = await client.call(documentsApi.readIngestionHealth, {})
    if (health.failed > 0) throw new Error(`${health.failed} documents could not be read.`)
    if (health.ready === count) return
    console.log(`${health.ready} of ${count} documents are ready`)
    await sleep(2000)
  }
}
