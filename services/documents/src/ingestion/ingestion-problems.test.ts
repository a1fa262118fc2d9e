import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { own } from '@portal/service-kit/database/own'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DocumentsPorts } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { startVersionsUnderTest } from '../versions/versions.fixture.ts'

const patience = { timeout: 45_000, interval: 50 }
let isMended = false
let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>

/** A parser that takes every file for damaged until it is mended. */
function failing(ports: DocumentsPorts): DocumentsPorts {
  const { parser } = ports
  const parse: typeof parser.parse = (file) =>
    parser.parse(isMended ? file : { ...file, content: new Uint8Array([0]), type: 'application/pdf' })
  return { ...ports, parser: { parse, isEarlier: () => false, check: () => parser.check() } }
}

beforeAll(async () => {
  portal = await startVersionsUnderTest(failing)
})
afterAll(() => portal.stop())

const upload = (client: Client, title: string) =>
  client.call(documentsApi.uploadDocument, {
    form: { title },
    file: new Blob([`${title}\n\nDoors are locked.\n`]),
    fileName: 'policy.txt',
  })
const problems = (client: Client) => client.call(documentsApi.listIngestionProblems, { query: {} })

describe('GET /api/ingestion-problems', () => {
  it('tells stewards what failed and why, and reads one or all of it again', async () => {
    const [{ admin }, other] = [await portal.newOrganization(), await portal.newOrganization()]
    for (const title of ['One', 'Two', 'Three']) await upload(admin, title)
    const failed = await vi.waitFor(async () => {
      const found = await problems(admin)
      expect(found).toHaveLength(3)
      return found
    }, patience)
    expect(failed.map(({ title }) => title)).toEqual(['Three', 'Two', 'One'])
    expect(failed[0]).toMatchObject({
      ...{ version: 1, fileName: 'policy.txt', isCurrent: true, parser: null },
      ingestion: { state: 'failed', reason: expect.stringMatching(/^The file is damaged/) },
    })
    expect(await problems(other.admin)).toEqual([])
    const health = (client: Client) => client.call(documentsApi.readIngestionHealth, {})
    const none = { queued: 0, reading: 0, indexing: 0, ready: 0, failed: 0, partlyRead: 0, parsers: [] }
    expect(await health(admin)).toEqual({ ...none, failed: 3 })
    expect(await health(other.admin)).toEqual(none)

    isMended = true
    const versionIds = failed.slice(0, 1).map(({ versionId }) => versionId)
    const foreign = await other.admin.call(documentsApi.readAgain, { body: { versionIds } })
    expect(foreign).toEqual({ versions: 0 })
    const again = await admin.call(documentsApi.readAgain, { body: { versionIds } })
    expect(again).toEqual({ versions: 1 })
    await vi.waitFor(async () => {
      expect((await problems(admin)).map(({ title }) => title)).toEqual(['Two', 'One'])
    }, patience)
    expect(await admin.call(documentsApi.readAgain, { body: {} })).toEqual({ versions: 2 })
    await vi.waitFor(async () => expect(await problems(admin)).toEqual([]), patience)
    await vi.waitFor(async () => {
      const documents = await admin.call(documentsApi.listDocuments, { query: {} })
      expect(documents.map(({ ingestion }) => ingestion.state)).toEqual(['ready', 'ready', 'ready'])
    }, patience)
    const parsers = [{ parser: expect.stringMatching(/\S/), versions: 3, isEarlier: false }]
    expect(await health(admin)).toEqual({ ...none, ready: 3, parsers })
  })
})

describe('POST /api/ingestion-problems/read-again', () => {
  it('locks a document before its versions, so that no transition deadlocks with it', async () => {
    isMended = false
    const { admin, organizationId } = await portal.newOrganization()
    await upload(admin, 'One')
    await vi.waitFor(async () => expect(await problems(admin)).toHaveLength(1), patience)
    const options = { appConnections: 1, transactionTimeoutMs: 120_000 }
    const database = openDatabase({ urls: portal.under.urls, name: 'test', ...options })
    const again = await database.tenantTx(organizationId, async (db) => {
      await db.select().from(documents).where(own(documents, { organizationId })).for('update')
      const answer = admin.call(documentsApi.readAgain, { body: {} })
      await vi.waitFor(async () => {
        await db.execute(sql`select pg_stat_clear_snapshot()`)
        const waiting = await db.execute(sql`
          select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where not l.granted and a.datname = current_database()`)
        expect(waiting).not.toHaveLength(0)
      }, patience)
      const ofDocument = own(versions, { organizationId })
      await db.select().from(versions).where(ofDocument).for('update', { noWait: true })
      return { answer }
    })
    expect(await again.answer).toEqual({ versions: 1 })
    await database.close()
  })
})
