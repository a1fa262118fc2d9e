import { erasureEvents } from '@portal/contracts/erasure'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { eventTopics } from '@portal/contracts/services'
import { on } from '@portal/service-kit/inbox/consumers'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { erasureSteps, erasures } from '../schema.ts'

/** Records each service's report in the ledger, and closes it after the last. */
export const followErasures = eventTopics.map((service) =>
  on(erasureEvents(service).personErased, async ({ db, emit, log }, { data }) => {
    const { userId, stores, logUntil } = data
    const own = eq(erasures.userId, userId)
    const [erasure] = await db.select().from(erasures).where(own).for('update')
    if (!erasure) return log.warn({ userId }, 'an erasure was reported that is not in the ledger')
    const report = { stores, logUntil: logUntil === null ? null : new Date(logUntil), finishedAt: sql`now()` }
    await db
      .insert(erasureSteps)
      .values({ userId, service, ...report })
      .onConflictDoUpdate({ target: [erasureSteps.userId, erasureSteps.service], set: report })
    const isOpen = and(eq(erasureSteps.userId, userId), isNull(erasureSteps.finishedAt))
    if (erasure.finishedAt !== null || (await db.$count(erasureSteps, isOpen)) > 0) return
    await db.update(erasures).set({ finishedAt: sql`now()` }).where(own)
    const audience = { users: [erasure.requestedBy] }
    await emit(masterAdminEvents.erasureFinished, { subject: userId, data: { userId }, audience })
  }),
)
