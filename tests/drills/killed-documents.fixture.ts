import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { type Client, createClient } from '@portal/contracts/client'
import type { EventEnvelope } from '@portal/contracts/events'
import { passportHeader } from '@portal/contracts/passport'
import { service as documents } from '@portal/documents-service/service'
import { migrate } from '@portal/service-kit/database/migrate'
import { openSession, type Session } from '@portal/service-kit/database/open-session'
import { openPassportOffice } from '@portal/testkit/passports'
import { createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { openAsAdministrator } from '../isolation/tenant-tables.ts'

/** For waiting: machines may be slow. */
export const patience = { timeout: 120_000, interval: 50 }

const organizationId = 1
const lock = 'here'
const program = fileURLToPath(new URL('../../services/documents/src/main.ts', import.meta.url))

/** A point to stop at: a statement on a table whose row (`new` or `old`) meets a condition. */
export interface Step {
  readonly on: 'insert' | 'update' | 'delete'
  readonly table: string
  readonly when: string
}

export type KilledDocuments = Awaited<ReturnType<typeof startKilledDocuments>>

/** The documents service as a process of its own, to be killed at chosen points. */
export async function startKilledDocuments() {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'portal-killed-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const { urls } = undo.use(await createTestDatabase(documents.migrations))
  await migrate(urls, documents.migrations)
  const administrator = openAsAdministrator(urls)
  undo.defer(() => administrator.close())
  const events = await openTestEventBus()
  undo.defer(() => events.close())
  const heard: EventEnvelope[] = []
  await events.bus.tail({ topics: ['documents'], handle: (event) => void heard.push(event) })
  const office = await openPassportOffice()
  const gateway = createServer((_, response) => response.end(JSON.stringify(office.publicKeys)))
  await once(gateway.listen(0, '127.0.0.1'), 'listening')
  undo.defer(() => void gateway.close())
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const blobs = await openBlobStore(`file:${join(folder, 'files')}`)
  const environment = {
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
    EVENTS_URL: events.url,
    GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    MASTER_ADMIN_URL: 'http://127.0.0.1:9',
    LISTEN_PORT: String(port),
    LOG_LEVEL: 'silent',
    BLOBS_URL: `file:${join(folder, 'files')}`,
    PARSER_URL: 'local:',
    EMBEDDER_URL: 'onnx:e5-small-v2-int8',
    SEARCH_URL: `sqlite:${join(folder, 'search')}`,
  }
  let child: ChildProcess | null = null
  let holder: Session | null = null

  const kill = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  undo.defer(kill)
  undo.defer(async () => void (await holder?.close()))
  const admin: Client = createClient({
    baseUrl: address,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      const actor = { personId: 'admin', organizationId, role: 'admin' as const }
      headers.set(passportHeader, await office.person(actor, ['documents']))
      return fetch(url, { ...init, headers })
    },
  })
  const run = (statement: string) =>
    administrator.platformTx((db) => db.execute<Record<string, unknown>>(sql.raw(statement)))
  const closing = undo.move()

  return {
    ...{ urls, admin, blobs, organizationId, run, kill },
    /** The events about something, each once: after a kill the log may have one twice. */
    eventsOf: (subject: string, type: string) => {
      const ofSubject = heard.filter((event) => event.subject === subject && event.type === type)
      return [...new Map(ofSubject.map((event) => [event.id, event])).values()]
    },
    /** Resolves when it answers. Leases of the one before count as run out. */
    start: async () => {
      await run('update jobs set lease_until = now() where lease_until is not null')
      child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      })
      await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), patience)
    },
    /** From now on this step waits. */
    hold: async ({ on, table, when }: Step) => {
      holder = await openSession(urls.platform, 'holder')
      expect(await holder.tryLock(lock)).toBe(true)
      await run(`create function hold_here() returns trigger language plpgsql as $$ begin
          if ${when} then perform pg_advisory_xact_lock(hashtextextended('${lock}', 0)); end if;
          return null;
        end $$`)
      await run(`create trigger hold_here after ${on} on ${table} for each row execute function hold_here()`)
    },
    /** Resolves when something waits there. */
    held: () =>
      vi.waitFor(async () => {
        const waiting = await run(`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and not l.granted and a.datname = current_database()`)
        expect(waiting).not.toHaveLength(0)
      }, patience),
    /** Nobody is held any longer. What waited for a dead process is rolled back. */
    release: async () => {
      await holder?.close()
      holder = null
      await run('drop function hold_here cascade')
    },
    /** As if every stored file were two days old. */
    ageFiles: async () => {
      const then = new Date(Date.now() - 2 * 86_400_000)
      const root = join(folder, 'files')
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
    },
    stop: () => closing.disposeAsync(),
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
