import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { on } from '@portal/service-kit/inbox/consumers'
import { job } from '@portal/service-kit/jobs/job'
import { lt, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deleteSomeConversations } from '../conversations/delete-conversations.ts'
import type { ChatPorts } from '../ports.ts'
import { conversations, messages } from '../schema.ts'
import { conversationRetention } from './retention-schema.ts'

const batchMax = 500

/** Knows each organization's retention of conversations. */
export const followRetention = on(
  teamEvents.settingsChanged,
  async ({ db, organizationId }, { data: { conversationDays: days } }) => {
    if (organizationId === null) return
    if (days === null) {
      await db.delete(conversationRetention).where(own(conversationRetention, { organizationId }))
      return
    }
    await db
      .insert(conversationRetention)
      .values({ organizationId, days })
      .onConflictDoUpdate({ target: conversationRetention.organizationId, set: { days } })
  },
)

/** Hourly: has old conversations deleted where the organization wants that. */
export async function planRetention({
  platformTx,
}: Pick<ServiceScope<ChatPorts>, 'platformTx'>): Promise<void> {
  const { organizationId } = conversationRetention
  const all = await platformTx((db) => db.select({ organizationId }).from(conversationRetention))
  for (const organization of all)
    await platformTx((_db, enqueueFor) =>
      enqueueFor(organization.organizationId)(deleteOldConversations, { subject: 'retention', payload: {} }),
    )
}

const Nothing = z.object({})

/**
 * Deletes conversations whose last message is older than the organization keeps them, as their
 * askers would, in batches that hold no lock for long.
 */
export const deleteOldConversations = job<typeof Nothing, ChatPorts>('delete-old-conversations', {
  payload: Nothing,
  maxAttempts: 5,
  leaseMs: 60_000,
  concurrency: 1,
  run: async (ctx) => {
    const isMore = await ctx.tx(async (db, emit) => {
      const { organizationId } = ctx
      const old = await findOld(db, ctx)
      const deleted = await deleteSomeConversations({ db, emit, organizationId }, old)
      return deleted < old.length || old.length === batchMax
    })
    if (isMore) ctx.continueLater()
  },
})

/** Locks some of the conversations that are past their time; one that is being used is left. */
async function findOld(db: TransactionHandle, of: OfOrganization): Promise<string[]> {
  const [retention] = await db.select().from(conversationRetention).where(own(conversationRetention, of))
  if (!retention) return []
  const cutOff = sql`now() - make_interval(days => ${retention.days})`
  const isUsed = sql`exists (select 1 from ${messages}
    where ${messages.organizationId} = ${conversations.organizationId}
      and ${messages.conversationId} = ${conversations.id} and ${messages.createdAt} >= ${cutOff})`
  const { id, createdAt } = conversations
  const rows = await db
    .select({ id })
    .from(conversations)
    .where(own(conversations, of, lt(createdAt, cutOff), not(isUsed)))
    .orderBy(id)
    .limit(batchMax)
    .for('update', { skipLocked: true })
  return rows.map((row) => row.id)
}
