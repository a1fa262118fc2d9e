import { masterAdminEvents } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { chainName } from './chain-hash.ts'
import type { HeadStore } from './head-store.ts'
import { ofChain } from './sign-heads.ts'
import { auditEntries } from './tables.ts'
import { ChainCheck, type ChainVerdict } from './verify-chain.ts'

const pageSize = 5000

/**
 * Checks every chain and signed head, even while the service runs: heads are read first, so entries
 * reach at least as far. The platform's chain comes first, then organizations by number. Throws
 * when database or store is unavailable.
 */
export async function verifyTrail(
  database: Pick<Database, 'platformTx'>,
  heads: HeadStore,
): Promise<ChainVerdict[]> {
  const found = new Map((await heads.newestOfAll()).map((head) => [head.chain, head]))
  const counted = await database.platformTx(countEntries)
  const purged = await database.platformTx(purgedChains)
  const chains = [...new Set([...counted.keys(), ...found.keys()])]
    .filter((chain) => counted.has(chain) || !purged.has(chain))
    .sort((a, b) => (Number(a) || 0) - (Number(b) || 0))
  const verdicts: ChainVerdict[] = []
  for (const chain of chains) {
    const check = new ChainCheck(chain, found.get(chain) ?? null)
    await feedAll(database, chain, check)
    verdicts.push(check.verdict(counted.get(chain) ?? 0, Date.now()))
  }
  return verdicts
}

async function countEntries(db: TransactionHandle): Promise<Map<string, number>> {
  const rows = await db
    .select({ organizationId: auditEntries.organizationId, count: sql<string>`count(*)` })
    .from(auditEntries)
    .groupBy(auditEntries.organizationId)
  return new Map(rows.map(({ organizationId, count }) => [chainName(organizationId), Number(count)]))
}

/** Chains of organizations that the platform's own chain records as deleted. */
async function purgedChains(db: TransactionHandle): Promise<Set<string>> {
  const { source, type } = masterAdminEvents.deletionRequested
  const isRequest = and(eq(auditEntries.service, source), eq(auditEntries.action, type))
  const rows = await db
    .select({ organization: auditEntries.subject })
    .from(auditEntries)
    .where(and(isNull(auditEntries.organizationId), isRequest))
  return new Set(rows.map(({ organization }) => organization))
}

async function feedAll(
  database: Pick<Database, 'platformTx'>,
  chain: string,
  check: ChainCheck,
): Promise<void> {
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await database.platformTx((db) =>
      db
        .select()
        .from(auditEntries)
        .where(and(ofChain(chain), gt(auditEntries.sequence, last)))
        .orderBy(asc(auditEntries.sequence))
        .limit(pageSize),
    )
    for (const entry of page) check.feed(entry)
    last = page.at(-1)?.sequence ?? last
    if (page.length < pageSize) return
  }
}
