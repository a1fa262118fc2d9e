import type { OneTimeLogin, operatorsApi } from '@portal/contracts/operators'
import { teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { boundSubjects } from '../people/load-person.ts'
import type { Verb } from '../ports.ts'
import { findPerson } from './find-person.ts'

/**
 * Only for a person whom an operator created and who has never logged in: later it would open other
 * people's accounts.
 */
export const renewOneTimeLogin: Verb<typeof operatorsApi.renewOneTimeLogin> = async (ctx, { params }) => {
  const subject = await ctx.platformTx(async (db) => {
    const { id, accountSubject, isDisabled } = await findPerson(db, params.userId)
    const hasSignedIn = (await boundSubjects(db, id)).length > 0
    if (accountSubject === null || isDisabled || hasSignedIn) {
      throw new CodedError(
        'illegal_transition',
        'Only a new user who has never signed in can get a new sign-in link.',
      )
    }
    return accountSubject
  })
  const login = await ctx.ports.identities.issueOneTimeLogin(subject)
  // Audited before it is handed out.
  return ctx.platformTx(async (db, emit) => {
    const { id } = await findPerson(db, params.userId)
    await emit(teamEvents.accessRenewed, { subject: id, data: { userId: id } })
    return ctx.respond(db, login)
  })
}

/** A new person's one-time login; null if the provider became unavailable. */
export async function issueOneTimeLogin(
  admin: IdentityAdmin,
  subject: string,
  log: Logger,
): Promise<OneTimeLogin | null> {
  try {
    return await admin.issueOneTimeLogin(subject)
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error
    log.warn({ err: error }, 'a new person has no one-time login yet')
    return null
  }
}
