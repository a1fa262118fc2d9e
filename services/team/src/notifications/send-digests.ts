import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { type Mail, MailRefused } from '@portal/service-kit/ports/mailer'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TeamPorts } from '../ports.ts'
import { organizations } from '../schema.ts'
import { digestMail } from './digest-mail.ts'
import { timeZoneOf } from './local-time.ts'
import { isNews, loadNotifications, presentNotification } from './notifications.ts'
import { digests, notificationSettings, notifications } from './notifications-schema.ts'
import { visible } from './visible.ts'

const Nothing = z.object({})
type Run = JobContext<TeamPorts, z.infer<typeof Nothing>>

/** Mails of one turn, then other organizations have theirs. */
const perTurn = 20
/** More is read on the page. */
const linesMax = 1000

/**
 * Sends the planned mails. `sending` is committed first and such a mail never leaves again: when a
 * process dies between sending and marking, nobody knows whether the mail has left, and one too few
 * is better than the same one twice. Nothing is lost by it: what is unread still is, and as it
 * counts as mailed only when the mailer has accepted it, the next day's mail has it. A mailer that
 * says it is unavailable is asked again with the same id.
 */
export const sendDigests = job<typeof Nothing, TeamPorts>('send-digests', {
  payload: Nothing,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: async (ctx) => {
    for (let count = 0; count < perTurn; count += 1) {
      ctx.signal.throwIfAborted()
      const next = await ctx.tx((db) => takeNext(db, ctx))
      if (next === 'none') return
      if (next !== 'nothing new') await send(ctx, next)
    }
    ctx.continueLater()
  },
})

interface Taken {
  readonly mail: Mail
  readonly personId: string
  readonly notificationIds: readonly string[]
}

type DigestRow = typeof digests.$inferSelect

async function takeNext(db: TransactionHandle, ctx: Run): Promise<Taken | 'none' | 'nothing new'> {
  const { organizationId } = ctx
  const [digest] = await db
    .select()
    .from(digests)
    .where(own(digests, { organizationId }, eq(digests.state, 'waiting')))
    .orderBy(asc(digests.personId))
    .limit(1)
    .for('update')
  if (!digest) return 'none'
  const taken = await compose(db, ctx, digest)
  if (taken === null) {
    await db.delete(digests).where(isDigest(digest))
    return 'nothing new'
  }
  await db.update(digests).set({ state: 'sending' }).where(isDigest(digest))
  return taken
}

/** What the person has not read, was not mailed, and may see now; null without any. */
async function compose(db: TransactionHandle, { organizationId, ports }: Run, digest: DigestRow) {
  const { id, personId, address } = digest
  const isOpen = and(eq(organizations.id, organizationId), isNull(organizations.disabledAt))
  const [organization] = await db.select({ name: organizations.name }).from(organizations).where(isOpen)
  const declined = and(eq(notificationSettings.personId, personId), eq(notificationSettings.hasDigest, false))
  const [refusal] = await db
    .select()
    .from(notificationSettings)
    .where(own(notificationSettings, { organizationId }, declined))
  const member = { organizationId, personId }
  const where = and(visible(member), isNews)
  const news = await loadNotifications(db, member, { where, limit: linesMax })
  if (!organization || refusal || !address || !ports.mailer || news.length === 0) return null
  const { publicOrigin } = ports.invitations
  const content = {
    organizationName: organization.name,
    timeZone: await timeZoneOf(db, { organizationId }),
    publicOrigin,
  }
  const mail = digestMail({ ...content, news: news.map(presentNotification) })
  return {
    mail: { ...mail, id, organizationId, to: { address } },
    personId,
    notificationIds: news.map(({ notification }) => notification.id),
  }
}

async function send(ctx: Run, taken: Taken): Promise<void> {
  const { personId, notificationIds, mail } = taken
  const ofMail = own(digests, ctx, eq(digests.personId, personId), eq(digests.id, mail.id))
  try {
    await ctx.ports.mailer?.send(mail)
  } catch (error) {
    if (error instanceof EngineUnavailable)
      await ctx.tx((db) => db.update(digests).set({ state: 'waiting' }).where(ofMail))
    if (!(error instanceof MailRefused)) throw error
    await ctx.tx((db) => db.update(digests).set({ state: 'refused', address: null }).where(ofMail))
    return
  }
  await ctx.tx(async (db) => {
    await db.update(digests).set({ state: 'sent', address: null }).where(ofMail)
    const { id } = notifications
    const mailed = and(eq(notifications.personId, personId), inArray(id, [...notificationIds]))
    await db
      .update(notifications)
      .set({ mailedAt: sql`now()` })
      .where(own(notifications, ctx, mailed))
  })
}

function isDigest({ organizationId, personId, day }: DigestRow) {
  return own(digests, { organizationId }, eq(digests.personId, personId), eq(digests.day, day))
}
