import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@portal/service-kit/database/migrate'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { startTwoTenantLoad } from '@portal/testkit/kill-drill'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmaster } from './postmaster.ts'

async function startServer() {
  const dataFolder = join(tmpdir(), `portal-test-${randomBytes(6).toString('hex')}`)
  const begun = performance.now()
  const postgres = await startEmbeddedPostgres({ dataFolder, isTemporary: true, log: () => undefined })
  const firstStartMs = performance.now() - begun
  onTestFinished(() => postgres.stop())
  const urls = await provisionDatabase(postgres.adminUrl, 'notes')
  await migrate(urls, notesMigrations)
  const database = openDatabase({ urls, name: 'test' })
  onTestFinished(() => database.close())
  const postmaster = () => readPostmaster(join(dataFolder, 'cluster'))
  return { urls, database, postmaster, firstStartMs }
}

const count = 'select count(*)::int as size from notes'

const patience = { timeout: 45_000, interval: 20 }

const restarts = [
  { how: 'shut down', signal: 'SIGINT' },
  { how: 'killed with -9', signal: 'SIGKILL' },
] as const

it.for(restarts)(
  'a server $how under load is back within 5 s, no call hangs, no error escapes',
  { timeout: 180_000 },
  async ({ signal }) => {
    const { urls, database, postmaster, firstStartMs } = await startServer()
    const load = await startTwoTenantLoad({ urls, connections: 8, isGuarded: true })
    const sizes = () => database.tenantTx(1, (db) => db.execute(count))
    await vi.waitFor(async () => expect((await sizes())[0]?.size).toBeGreaterThan(20), patience)
    const before = await postmaster()
    if (!before) throw new Error('There is no postmaster.')
    const killedAt = performance.now()
    process.kill(before.pid, signal)
    await vi.waitFor(async () => expect((await postmaster())?.pid).not.toBe(before.pid), {
      ...patience,
      interval: 5,
    })
    await vi.waitFor(sizes, patience)
    const recoveryMs = performance.now() - killedAt
    const report = await load.stop()
    expect(report).toMatchObject({ foreignRows: 0, foreignWrites: 0, hungCalls: 0, uncaughtErrors: 0 })
    expect(report.failed).toBeGreaterThan(0)
    // Creating and starting a cluster takes a second or two; on a slower machine so does
    // everything.
    expect(recoveryMs).toBeLessThan(Math.max(5000, 2 * firstStartMs))
  },
)
