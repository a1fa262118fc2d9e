import { dayIn } from '@portal/contracts/calendar-day'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq, gte } from 'drizzle-orm'
import { approverAbsences } from '../lifecycle/absence-schema.ts'
import { knownMembers } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { settingsOf } from '../settings/follow-settings.ts'

/** One that has ended is none. */
export const readAbsence: Verb<typeof documentsApi.readAbsence> = (ctx) =>
  ctx.tx(async (db) => {
    const { timeZone } = await settingsOf(db, ctx)
    const wanted = own(approverAbsences, ctx, isOwn(ctx), gte(approverAbsences.until, dayIn(timeZone)))
    const [row] = await db.select().from(approverAbsences).where(wanted)
    return { absence: row ? { delegateUserId: row.delegateId, until: row.until } : null }
  })

/** Holds for what the person is asked from now on; what awaits them they delegate one by one. */
export const beginAbsence: Verb<typeof documentsApi.beginAbsence> = async (ctx, { body }) => {
  const { delegateUserId: delegateId, until } = body
  if (delegateId === ctx.personId) throw refused('delegateUserId', 'Somebody else must decide meanwhile.')
  await knownMembers(ctx, [delegateId], 'A delegate')
  return ctx.tx(async (db, emit) => {
    const { organizationId, personId } = ctx
    const { timeZone } = await settingsOf(db, ctx)
    if (until < dayIn(timeZone)) throw refused('until', 'The absence must not have ended already.')
    await db
      .insert(approverAbsences)
      .values({ organizationId, personId, delegateId, until })
      .onConflictDoUpdate({
        target: [approverAbsences.organizationId, approverAbsences.personId],
        set: { delegateId, until },
      })
    await emit(documentsEvents.absenceChanged, {
      subject: personId,
      data: { userId: personId, delegateId, until },
      audience: { organizationId, users: [personId, delegateId] },
    })
    return ctx.respond(db, { delegateUserId: delegateId, until })
  })
}

/** Nothing to end is no error. */
export const endAbsence: Verb<typeof documentsApi.endAbsence> = (ctx) =>
  ctx.tx(async (db, emit) => {
    const { organizationId, personId } = ctx
    const ended = await db
      .delete(approverAbsences)
      .where(own(approverAbsences, ctx, isOwn(ctx)))
      .returning()
    if (ended.length === 0) return undefined
    await emit(documentsEvents.absenceChanged, {
      subject: personId,
      data: { userId: personId, delegateId: null, until: null },
      audience: { organizationId, users: [personId] },
    })
    return undefined
  })

function isOwn({ personId }: Context) {
  return eq(approverAbsences.personId, personId)
}

function refused(field: string, message: string): CodedError {
  return new CodedError('invalid_request', message, { fields: { [field]: message } })
}
