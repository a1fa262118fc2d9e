import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  openTenantTransactions,
  type Statements,
  type TenantTransactions,
} from '@portal/service-kit/testing/tenant-transactions'
import { LoadOrder, type LoadReport } from './load-report.ts'

// A separate process, because without the guard it leaves hung calls and uncaught errors. Each
// transaction of two organizations writes a pair of rows and looks for the other's.
const order = LoadOrder.parse(JSON.parse(process.argv[2] ?? 'null'))
const callsPerTenant = 8
const hungAfterMs = 10_000
const rowLevelSecurityViolation = '42501'
const report: LoadReport = {
  committed: 0,
  failed: 0,
  foreignRows: 0,
  foreignWrites: 0,
  hungCalls: 0,
  uncaughtErrors: 0,
}
let isStopping = false

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, () => {
    report.uncaughtErrors += 1
  })
}
process.on('message', () => {
  isStopping = true
})

const transactions = openTenantTransactions(order)
const callers = [1, 2].flatMap((tenant) =>
  Array.from({ length: callsPerTenant }, () => callUntilStopped(transactions, tenant)),
)
process.send?.('running')
await Promise.all(callers)
process.send?.(report, () => process.exit())

async function callUntilStopped(open: TenantTransactions, tenant: number): Promise<void> {
  while (!isStopping) {
    const outcome = await withDeadline(open.tenantTx(tenant, (db) => writePair(db, tenant)))
    report[outcome] += 1
    if (outcome === 'hungCalls') return
  }
}

async function withDeadline(call: Promise<unknown>): Promise<'committed' | 'failed' | 'hungCalls'> {
  const { promise, resolve } = Promise.withResolvers<'hungCalls'>()
  const timer = setTimeout(() => resolve('hungCalls'), hungAfterMs)
  const settled = call.then(
    () => 'committed' as const,
    () => 'failed' as const,
  )
  try {
    return await Promise.race([settled, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits between its statements, as handlers do: that is when a backend's death goes unnoticed. */
async function writePair(db: Statements, tenant: number): Promise<true> {
  const pair = randomUUID()
  await write(db, tenant, pair)
  await waitForSomethingElse()
  const rows = await db.execute('select organization_id from notes order by id limit 50')
  report.foreignRows += rows.filter((row) => Number(row.organization_id) !== tenant).length
  await waitForSomethingElse()
  await write(db, tenant, pair)
  return true
}

async function write(db: Statements, tenant: number, pair: string): Promise<void> {
  try {
    await db.execute(`insert into notes values (${tenant}, gen_random_uuid(), '${pair}')`)
  } catch (error) {
    if (codeOf(error) === rowLevelSecurityViolation) report.foreignWrites += 1
    throw error
  }
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}

/** Occasionally long enough for a dead connection to be reopened and reused. */
function waitForSomethingElse(): Promise<void> {
  return pause(Math.random() < 0.2 ? 150 : Math.random() * 10)
}
