import type { profileApi } from '@portal/contracts/erasure'
import { isAmongLoginNames } from '@portal/contracts/login-names'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { eq } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { people } from '../schema.ts'
import { changePerson } from './emit-person-changed.ts'

/** Whether the caller has asked to be erased (decision 71). */
export const readErasureRequest: Verb<typeof profileApi.readErasureRequest> = (ctx) =>
  ctx.platformTx(async (db) => {
    const { erasureAskedAt } = people
    const [row] = await db.select({ erasureAskedAt }).from(people).where(eq(people.id, ctx.personId))
    return present(rowOrNotFound(row).erasureAskedAt)
  })

/** The operator does it: what a person leaves behind may need a successor first. */
export const requestErasure: Verb<typeof profileApi.requestErasure> = (ctx) => change(ctx, new Date())

export const withdrawErasureRequest: Verb<typeof profileApi.withdrawErasureRequest> = (ctx) =>
  change(ctx, null)

function change(ctx: Context, erasureAskedAt: Date | null) {
  return ctx.platformTx(async (db, emit) => {
    const [row] = await db.select().from(people).where(eq(people.id, ctx.personId)).for('update')
    const before = rowOrNotFound(row)
    if (isAmongLoginNames(before.username, ctx.ports.protectedAccounts))
      throw new CodedError('protected_account', 'This account is protected and cannot be erased.')
    // Asked again, the first time counts.
    const set = { erasureAskedAt: erasureAskedAt && (before.erasureAskedAt ?? erasureAskedAt) }
    await changePerson(db, emit, { before, set })
    return ctx.respond(db, present(set.erasureAskedAt))
  })
}

function present(askedAt: Date | null) {
  return { askedAt: askedAt?.toISOString() ?? null }
}
