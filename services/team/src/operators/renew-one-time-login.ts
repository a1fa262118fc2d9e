import type { OneTimeLogin, operatorsApi } from '@portal/contracts/operators'
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
<<<<<<<< HEAD:services/team/src/operators/renew-one-time-login.ts
 * Only for a person whom an operator created and who has never logged in: later it would open other
 * people's accounts.
========
 * A new one-time login for a person whom an operator created and who has never signed in. After
 * that it would open other people's accounts; they ask the provider for a new password instead.
>>>>>>>> 8be189f (Words of team, contracts and the policy: createPerson, emitPersonChanged, RoleCounts, rowOrNotFound; members apart from people):services/team/src/operators/one-time-login.ts
 */
export const renewOneTimeLogin: Verb<typeof operatorsApi.renewOneTimeLogin> = async (ctx, { params }) => {
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
<<<<<<<< HEAD:services/team/src/operators/renew-one-time-login.ts
  const login = await ctx.ports.identities.issueOneTimeLogin(subject)
========
  const access = await ctx.ports.identities.issueOneTimeLogin(subject)
>>>>>>>> 8be189f (Words of team, contracts and the policy: createPerson, emitPersonChanged, RoleCounts, rowOrNotFound; members apart from people):services/team/src/operators/one-time-login.ts
  // Audited before it is handed out.
  return ctx.platformTx(async (db, emit) => {
    const { id } = await findPerson(db, params.userId)
    await emit(teamEvents.accessRenewed, { subject: id, data: { userId: id } })
    return ctx.respond(db, login)
  })
}

/**
<<<<<<<< HEAD:services/team/src/operators/renew-one-time-login.ts
 * For a person just created; null if the provider went away meanwhile, then it can be requested
 * again.
 */
export async function issueOneTimeLogin(
========
 * The one-time login of a newly created person; null if the provider became unavailable: it can be
 * requested again.
 */
export async function issueOneTimeLogin(
>>>>>>>> 8be189f (Words of team, contracts and the policy: createPerson, emitPersonChanged, RoleCounts, rowOrNotFound; members apart from people):services/team/src/operators/one-time-login.ts
  admin: IdentityAdmin,
  subject: string,
  log: Logger,
): Promise<OneTimeLogin | null> {
  try {
<<<<<<<< HEAD:services/team/src/operators/renew-one-time-login.ts
    return await admin.issueOneTimeLogin(subject)
========
    return await admin.issueOneTimeLogin(subject)
>>>>>>>> 8be189f (Words of team, contracts and the policy: createPerson, emitPersonChanged, RoleCounts, rowOrNotFound; members apart from people):services/team/src/operators/one-time-login.ts
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error
    log.warn({ err: error }, 'a new person has no one-time login yet')
    return null
  }
}
