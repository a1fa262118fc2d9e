import type { OneTimeAccess, operatorsApi } from '@portal/contracts/operators'
import { teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { identities } from '../schema.ts'
import { findPerson } from './find-person.ts'

/**
 * A new way in for somebody whom an operator created and who has not signed in yet. Later it would be a way into other people's accounts,
 * so who has signed in once asks the provider for a new password themselves.
 */
export const renewAccess: Verb<typeof operatorsApi.renewAccess> = async (ctx, { params }) => {
  const subject = await ctx.platformTx(async (db) => {
    const { id, accountSubject, isDisabled } = await findPerson(db, params.userId)
    const bound = await db.select().from(identities).where(eq(identities.personId, id)).limit(1)
    if (accountSubject === null || isDisabled || bound.length > 0) {
      throw new CodedError(
        'illegal_transition',
        'Only a new user who has never signed in can get a new sign-in link.',
      )
    }
    return accountSubject
  })
  const access = await ctx.ports.identities.offerAccess(subject)
  // Before it is handed out: a way in that is in no audit is nobody's.
  return ctx.platformTx(async (db, emit) => {
    const { id } = await findPerson(db, params.userId)
    await emit(teamEvents.accessRenewed, { subject: id, data: { userId: id } })
    return ctx.respond(db, access)
  })
}

/** The way in for a person who was just created, or null when the provider went away meanwhile: it can be asked for again. */
export async function offerAccess(
  admin: IdentityAdmin,
  subject: string,
  log: Logger,
): Promise<OneTimeAccess | null> {
  try {
    return await admin.offerAccess(subject)
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error
    log.warn({ err: error }, 'a new person has no way in yet')
    return null
  }
}
