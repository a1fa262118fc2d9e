import type { Database } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { eq, sql } from 'drizzle-orm'
import { chainHash, chainName, genesisHash } from './chain-hash.ts'
import type { HeadStore } from './head-store.ts'
import { auditChains, auditEntries } from './tables.ts'

const batchSize = 1000
const actions = ['member.joined', 'document.uploaded', 'question.answered', 'access.denied']

/** Writes an organization's trail as the service would, with its signed head. */
export async function writeLongTrail(
  database: Database,
  heads: HeadStore,
  { organizationId, entries }: { readonly organizationId: number; readonly entries: number },
): Promise<void> {
  let hash = genesisHash
  const began = Date.now() - entries * 1000
  for (let from = 1; from <= entries; from += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, entries - from + 1) }, (_, n) => {
      const sequence = from + n
      const action = actions[sequence % actions.length] ?? ''
      const entry = {
        organizationId,
        sequence,
        eventId: uuidV7(),
        at: new Date(began + sequence * 1000),
        actorId: `person-${sequence % 50}`,
        action,
        subject: `subject ${sequence}`,
        outcome: action === 'access.denied' ? ('denied' as const) : ('done' as const),
        service: 'team',
        details: { userId: `person-${sequence % 7}`, role: 'manager', n: sequence },
      }
      hash = chainHash(hash, entry)
      return { ...entry, hash }
    })
    // One parameter for all rows: eleven for each took four times the CPU.
    await database.platformTx((db) =>
      db.execute(
        sql`insert into ${auditEntries} select * from jsonb_populate_recordset(null::audit_entries, ${JSON.stringify(rows.map(columnsOf))}::jsonb)`,
      ),
    )
  }
  const chain = chainName(organizationId)
  await database.platformTx(async (db) => {
    await db.delete(auditChains).where(eq(auditChains.chain, chain))
    await db.insert(auditChains).values({ chain, sequence: entries, hash, signedSequence: entries })
  })
  await heads.keep({ chain, sequence: entries, hash, at: new Date().toISOString() })
}

/** A row by the names of its columns. */
function columnsOf({ organizationId, eventId, actorId, ...rest }: typeof auditEntries.$inferInsert) {
  return { ...rest, organization_id: organizationId, event_id: eventId, actor_id: actorId }
}
