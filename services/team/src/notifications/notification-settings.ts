import { notificationsEvents } from '@portal/contracts/notifications'
import type { teamApi } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { people } from '../schema.ts'
import { timeZoneOf } from './local-time.ts'
import { notificationSettings } from './notifications-schema.ts'

export const readNotificationSettings: Verb<typeof teamApi.readNotificationSettings> = (ctx) =>
  presentSettings(ctx)

export const changeNotificationSettings: Verb<typeof teamApi.changeNotificationSettings> = async (
  ctx,
  { body: { hasDigest } },
) => {
  const { organizationId, personId } = ctx
  const target = [notificationSettings.organizationId, notificationSettings.personId]
  const settings = await presentSettings(ctx)
  return ctx.tx(async (db, emit) => {
    await db
      .insert(notificationSettings)
      .values({ organizationId, personId, hasDigest })
      .onConflictDoUpdate({ target, set: { hasDigest } })
    await emit(notificationsEvents.notificationSettingsChanged, {
      subject: personId,
      data: { hasDigest },
      audience: { organizationId, users: [personId] },
    })
    return ctx.respond(db, { ...settings, hasDigest })
  })
}

async function presentSettings(ctx: Context) {
  const ofPerson = own(notificationSettings, ctx, eq(notificationSettings.personId, ctx.personId))
  const { settings, timeZone } = await ctx.tx(async (db) => {
    const [row] = await db.select().from(notificationSettings).where(ofPerson)
    return { settings: row, timeZone: await timeZoneOf(db, ctx) }
  })
  // People belong to no organization.
  const [person] = await ctx.platformTx((db) => db.select().from(people).where(eq(people.id, ctx.personId)))
  return {
    hasDigest: settings?.hasDigest ?? true,
    hour: ctx.ports.digestHour,
    timeZone,
    problem: digestProblem(ctx, rowOrNotFound(person)),
  }
}

function digestProblem(
  { ports }: Context,
  { email, isEmailVerified }: typeof people.$inferSelect,
): string | null {
  if (!ports.mailer || ports.digestHour === null) return 'No mail is sent here.'
  if (email === null) return 'Your account has no e-mail address.'
  return isEmailVerified ? null : 'Your e-mail address is not verified, so no mail is sent to it.'
}
