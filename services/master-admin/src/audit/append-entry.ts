import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { eq, sql } from 'drizzle-orm'
import { chainHash, chainName, genesisHash, type HashedEntry } from './chain-hash.ts'
import { auditChains, auditEntries } from './tables.ts'

/** Appends an entry to its chain, unless its event already has one. Runs in the platform role. */
export async function appendEntry(
  db: TransactionHandle,
  entry: Omit<HashedEntry, 'sequence'>,
): Promise<void> {
  const chain = chainName(entry.organizationId)
  const head = await lockChain(db, chain)
  const next = { ...entry, sequence: head.sequence + 1 }
  const hash = chainHash(head.hash, next)
  const appended = await db
    .insert(auditEntries)
    .values({ ...next, hash })
    .onConflictDoNothing({ target: [auditEntries.organizationId, auditEntries.eventId] })
    .returning({ sequence: auditEntries.sequence })
  if (appended.length === 0) return
  await db.update(auditChains).set({ sequence: next.sequence, hash }).where(eq(auditChains.chain, chain))
}

/** The row lock serializes appends, so sequences have no gaps even under concurrency. */
async function lockChain(
  db: TransactionHandle,
  chain: string,
): Promise<{ readonly sequence: number; readonly hash: string }> {
  const [head] = await db
    .insert(auditChains)
    .values({ chain, sequence: 0, hash: genesisHash })
    .onConflictDoUpdate({ target: auditChains.chain, set: { chain: sql`excluded.chain` } })
    .returning({ sequence: auditChains.sequence, hash: auditChains.hash })
  if (!head) throw new Error(`The audit chain ${chain} has no row.`)
  return head
}
