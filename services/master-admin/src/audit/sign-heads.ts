import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { Alarm, backoff, sleep } from '@portal/service-kit/sleep'
import { tombstones } from '@portal/service-kit/tables'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { MasterAdminPorts } from '../ports.ts'
import { entriesWhere, ofChain } from './filter-entries.ts'
import type { HeadStore } from './head-store.ts'
import { auditChains, auditEntries } from './tables.ts'

/** Entries this young may lack a signed head: a busy chain gets one a second. */
const restMs = 1000
/** Finds what other replicas appended, of which this one hears nothing. */
const pollMs = 5000
const pauses = { firstMs: 1000, maxMs: 60_000 }
const chainsMax = 200

type Scope = Pick<ServiceScope<MasterAdminPorts>, 'platformTx' | 'log' | 'ports'>

/** Keeps a signed head of every chain outside the database, at most about a second behind. */
export function keepHeadsSigned(scope: ServiceScope<MasterAdminPorts>): { stop(): Promise<void> } {
  const hint = new Alarm()
  const halted = new AbortController()
  const forget = scope.onHandled(() => hint.ring())
  const running = work(scope, hint, halted.signal)
  return {
    stop: async () => {
      forget()
      halted.abort()
      hint.ring()
      await running
    },
  }
}

async function work(scope: Scope, hint: Alarm, halted: AbortSignal): Promise<void> {
  for (let failures = 0; ; ) {
    try {
      await signDueHeads(scope)
      failures = 0
    } catch (error) {
      failures += 1
      scope.log[failures === 1 ? 'warn' : 'debug'](
        { err: error },
        'heads of the audit trail wait to be signed',
      )
    }
    if (halted.aborted) return
    await sleep(failures === 0 ? restMs : backoff(failures, pauses), halted)
    await hint.sleep(halted.aborted ? 0 : pollMs)
  }
}

/** Signs chains that grew, except those that contradict their head, which they keep. */
async function signDueHeads({ platformTx, log, ports }: Scope): Promise<void> {
  for (let after = ''; ; ) {
    const due = await platformTx((db) => dueChains(db, after))
    for (const { chain, organizationId, sequence, hash } of due) {
      if (await fitsKeptHead(platformTx, ports.auditHeads, chain)) {
        await ports.auditHeads.keep({ chain, sequence, hash, at: new Date().toISOString() })
        await platformTx((db) => noteSigned(db, chain, sequence))
      } else if (!(await platformTx((db) => isBeingPurged(db, organizationId))))
        log.error({ chain }, 'the audit trail does not fit its signed head: run npm run audit:verify')
    }
    after = due.at(-1)?.chain ?? ''
    if (due.length < chainsMax) return
  }
}

function dueChains(db: TransactionHandle, after: string) {
  const { chain, sequence, signedSequence } = auditChains
  const isDue = and(gt(chain, after), lt(signedSequence, sequence))
  return db.select().from(auditChains).where(isDue).orderBy(chain).limit(chainsMax)
}

async function noteSigned(db: TransactionHandle, chain: string, sequence: number): Promise<void> {
  const signedSequence = sql`greatest(${auditChains.signedSequence}, ${sequence})`
  await db.update(auditChains).set({ signedSequence }).where(eq(auditChains.chain, chain))
}

/** A purge removes a chain's entries before the chain, and only with a tombstone. */
async function isBeingPurged(db: TransactionHandle, organizationId: number | null): Promise<boolean> {
  if (organizationId === null) return false
  const found = await db.select().from(tombstones).where(eq(tombstones.organizationId, organizationId))
  return found.length > 0
}

/** Only a continuation replaces a head; otherwise the proof of tampering would be lost. */
async function fitsKeptHead(
  platformTx: Scope['platformTx'],
  heads: HeadStore,
  chain: string,
): Promise<boolean> {
  const found = await heads.newest(chain)
  if (found === null) return true
  const { head } = found
  if (head === null) return false
  const wanted = and(ofChain(chain), eq(auditEntries.sequence, head.sequence))
  const [entry] = await platformTx((db) => entriesWhere(db, wanted))
  return entry?.hash === head.hash
}
