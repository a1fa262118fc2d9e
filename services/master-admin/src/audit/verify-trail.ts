import type { AuditVerdict, auditApi } from '@portal/contracts/audit'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, asc, count, eq, gt, isNull } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { chainHash, chainName, genesisHash } from './chain-hash.ts'
import { entriesWhere, entryPages, ofChain } from './filter-entries.ts'
import type { FoundHead, HeadStore } from './head-store.ts'
import { type AuditRow, auditEntries } from './tables.ts'

/** Result for one chain. `firstBad` is the first sequence that is altered or missing. */
export interface ChainVerdict {
  readonly chain: string
  readonly entries: number
  readonly lastSequence: number
  readonly firstBad: number | null
  /** The fault in one sentence; null when the chain is intact. */
  readonly finding: string | null
}

const pageSize = 5000
/** Hashing a page takes about as long as a request. */
const requestPageSize = 500
/** How long entries may lack a signed head; after that none is being written, or it was removed. */
const unsignedMsMax = 60_000

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
  const counts = await database.platformTx(countEntries)
  const purged = await database.platformTx(purgedChains)
  const chains = [...new Set([...counts.keys(), ...found.keys()])]
    .filter((chain) => counts.has(chain) || !purged.has(chain))
    .sort((a, b) => (Number(a) || 0) - (Number(b) || 0))
  const verdicts: ChainVerdict[] = []
  for (const chain of chains) {
    const pages = entryPages(pageSize, (last, limit) => {
      const wanted = and(ofChain(chain), last && gt(auditEntries.sequence, last.sequence))
      return database.platformTx((db) =>
        entriesWhere(db, wanted).orderBy(asc(auditEntries.sequence)).limit(limit),
      )
    })
    verdicts.push(
      await checkChain({ chain, found: found.get(chain), counted: counts.get(chain) ?? 0, pages }),
    )
  }
  return verdicts
}

/** A transaction that sees the entries of a chain. */
type Read = <T>(work: (db: TransactionHandle) => Promise<T>) => Promise<T>

/** Checks one chain and its signed head while the service runs, a page at a time. */
async function verifyChain(chain: string, heads: HeadStore, read: Read): Promise<AuditVerdict> {
  const found = (await heads.newest(chain)) ?? undefined
  const [counted] = await read((db) =>
    db.select({ entries: count() }).from(auditEntries).where(ofChain(chain)),
  )
  const pages = entryPages(requestPageSize, (last, limit) => {
    const wanted = and(ofChain(chain), last && gt(auditEntries.sequence, last.sequence))
    return read((db) => entriesWhere(db, wanted).orderBy(asc(auditEntries.sequence)).limit(limit))
  })
  const checked = await checkChain({ chain, found, counted: counted?.entries ?? 0, pages })
  const { chain: _, ...verdict } = checked
  return verdict
}

const underWay = new WeakMap<HeadStore, Map<string, Promise<AuditVerdict>>>()

/** Who asks while others of `whose` wait gets their verdict: a long trail keeps a process busy. */
function verdictOn(
  chain: string,
  { whose, heads, read }: { readonly whose: string; readonly heads: HeadStore; readonly read: Read },
): Promise<AuditVerdict> {
  const verdicts = underWay.get(heads) ?? new Map<string, Promise<AuditVerdict>>()
  underWay.set(heads, verdicts)
  const key = `${whose} ${chain}`
  const known = verdicts.get(key)
  if (known) return known
  const verdict = verifyChain(chain, heads, read).finally(() => verdicts.delete(key))
  verdicts.set(key, verdict)
  return verdict
}

export const verifyAudit: Verb<typeof auditApi.verifyAudit> = (ctx) =>
  verdictOn(String(ctx.organizationId), {
    ...{ whose: 'members', heads: ctx.ports.auditHeads, read: (work) => ctx.tx(work) },
  })

export const verifyPlatformAudit: Verb<typeof auditApi.verifyPlatformAudit> = (ctx, { query }) =>
  verdictOn(chainName(query.organizationId ?? null), {
    ...{ whose: 'operators', heads: ctx.ports.auditHeads, read: (work) => ctx.platformTx(work) },
  })

async function countEntries(db: TransactionHandle): Promise<Map<string, number>> {
  const { organizationId } = auditEntries
  const rows = await db.select({ organizationId, count: count() }).from(auditEntries).groupBy(organizationId)
  return new Map(rows.map((row) => [chainName(row.organizationId), row.count]))
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

/** `counted` is the number of rows in the database, which no order can hide. */
interface Chain {
  readonly chain: string
  readonly found: FoundHead | undefined
  readonly counted: number
  readonly pages: AsyncIterable<readonly AuditRow[]>
}

/** Checks one chain from its first entry to its signed head; entries come in order of sequence. */
async function checkChain({ chain, found, counted, pages }: Chain): Promise<ChainVerdict> {
  const head = found?.head
  const signed = head?.sequence ?? 0
  const faults: { readonly sequence: number; readonly finding: string }[] = []
  /** Only the first fault counts: what follows it is unproven. */
  const note = (sequence: number, finding: string) => faults.push({ sequence, finding })
  if (head === null) note(1, 'its signed head is not one of ours')
  let entries = 0
  let lastSequence = 0
  let hash = genesisHash
  let unsigned: Date | undefined
  for await (const page of pages)
    for (const entry of page) {
      const { sequence } = entry
      const expected = lastSequence + 1
      entries += 1
      lastSequence = sequence
      if (faults.length > 0) continue
      if (sequence !== expected) {
        note(Math.min(expected, sequence), gap(expected, sequence))
        continue
      }
      hash = chainHash(hash, entry)
      if (hash !== entry.hash) note(sequence, 'the entry is not the one that was written')
      else if (head?.sequence === sequence && head.hash !== hash)
        note(sequence, 'the chain was rewritten: it is not the one that was signed')
      if (sequence > signed) unsigned ??= entry.at
    }
  if (lastSequence < signed) note(lastSequence + 1, `the tail is cut: it was signed up to entry ${signed}`)
  if (entries < counted) note(1, `there are ${counted - entries} entries more than the sequence holds`)
  if (unsigned && Date.now() - unsigned.getTime() > unsignedMsMax)
    note(signed + 1, `entries since ${unsigned.toISOString()} have no signed head`)
  const [fault] = faults
  return { chain, entries, lastSequence, firstBad: fault?.sequence ?? null, finding: fault?.finding ?? null }
}

function gap(expected: number, found: number): string {
  if (found < expected) return `entry ${found} is there twice`
  return found === expected + 1 ? 'the entry is missing' : `entries ${expected} to ${found - 1} are missing`
}
