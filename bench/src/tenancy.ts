import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { migrate } from '@portal/service-kit/database/migrate'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { drizzle } from 'drizzle-orm/postgres-js'
import { interleaved } from './measure/interleaved.ts'
import { type Result, tables } from './measure/report.ts'
import { fillNotes } from './tenancy/notes.ts'
import { listReads, pageReads, primaryKeyReads } from './tenancy/reads.ts'

/** Options of the short form. */
export const short = ['--rounds', '1', '--organizations', '40']

/**
 * P5, P6 and P20: the cost of tenancy per read. A tenant transaction against a bare statement; row
 * security against a manual filter; a page among 2,000 `--organizations` against 20. `--rounds`
 * (20).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '20' },
      organizations: { type: 'string', default: '2000' },
    },
  })
  const rounds = Number(values.rounds)
  const organizations = Number(values.organizations)
  const server = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  const closing: Closing = []
  const open = (name: string, organizations: number) =>
    openNotes({ adminUrl: server.adminUrl, name, organizations, closing })
  try {
    const few = await open('few', 20)
    const many = await open('many', organizations)
    const byKey = await interleaved(primaryKeyReads(many.secured, many.driver), rounds)
    const lists = await interleaved(listReads(many.filtered, many.secured), rounds)
    const pages = await interleaved(pageReads(few.secured, { database: many.secured, organizations }), rounds)
    const ratio = (rows: typeof byKey) => (rows[1]?.ratio ?? Number.NaN).toFixed(2)
    const result = tables('tenancy', rounds, [
      {
        title: 'P5: a read by primary key',
        unit: 'µs of CPU in the service',
        rows: byKey,
        verdict: `A read in a transaction of its organization costs the service ${ratio(byKey)} times one bare statement (reach 2.0, aim 1.4); its messages alone cost ${(byKey[2]?.ratio ?? Number.NaN).toFixed(2)} times as much.`,
      },
      {
        title: 'P6: two hundred indexed reads in one transaction',
        unit: 'µs per read',
        rows: lists,
        verdict: `With row security a read takes ${ratio(lists)} of the time that its filter alone takes (reach 1.15, aim 1.05).`,
      },
      {
        title: 'P20: a page of fifty rows, median of its reads',
        unit: 'µs',
        rows: pages,
        verdict: `Among ${organizations} organizations a page takes ${ratio(pages)} of the time that it takes among 20 (reach 1.3, aim 1.1).`,
      },
    ])
    return [result]
  } finally {
    await Promise.all(closing.map((close) => close()))
    await server.stop()
  }
}

type Closing = (() => Promise<void>)[]

interface Notes {
  readonly adminUrl: string
  readonly name: string
  readonly organizations: number
  readonly closing: Closing
}

/** A database of notes, opened with row security, without it, and by the plain driver. */
async function openNotes({ adminUrl, name, organizations, closing }: Notes) {
  const urls = await provisionDatabase(adminUrl, name)
  await migrate(urls, notesMigrations)
  const administrator = new URL(adminUrl)
  administrator.pathname = name
  await fillNotes(administrator.href, organizations)
  const secured = openDatabase({ urls, name: 'secured' })
  // A superuser bypasses row security, so only the statements' own filter applies.
  const filtered = openDatabase({
    urls: { app: administrator.href, platform: administrator.href },
    name: 'filtered',
  })
  const { $client: driver } = drizzle({
    connection: { url: urls.app, max: 1, fetch_types: false, connection: { 'app.organization_id': '1' } },
  })
  closing.push(
    () => secured.close(),
    () => filtered.close(),
    () => driver.end(),
  )
  return { secured, filtered, driver }
}
