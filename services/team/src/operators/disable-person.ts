import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { operatorsApi } from '@portal/contracts/operators'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { platformQueue } from '@portal/service-kit/jobs/enqueue'
import { eq } from 'drizzle-orm'
import { endMembership } from '../members/end-membership.ts'
import { changePerson } from '../people/emit-person-changed.ts'
import type { PersonRow } from '../people/load-person.ts'
import type { Verb } from '../ports.ts'
import { identities } from '../schema.ts'
import { disableAccounts } from './disable-accounts.ts'
import { findPerson } from './find-person.ts'

/**
 * Ends a person's membership, sessions and account. Idempotent. Their rows stay for the audit
 * (decision 40).
 */
export const disablePerson: Verb<typeof operatorsApi.disablePerson> = (ctx, { params }) =>
  ctx.platformTx(async (db, emit, enqueueFor) => {
    const person = await findPerson(db, params.userId)
    if (isAmongLoginNames(person.username, ctx.ports.protectedAccounts))
      throw new CodedError('protected_account', 'This account is protected and cannot be deleted.')
    if (person.id === ctx.personId) throw new CodedError('forbidden', 'You cannot delete your own account.')
    if (person.isDisabled) return undefined
    await endMembership(db, emit, person.id)
    const set = { isDisabled: true, sessionsValidFrom: new Date() }
    await changePerson(db, emit, { before: person, set })
    const subjects = await subjectsOf(db, person)
    await enqueueFor(platformQueue)(disableAccounts, { subject: person.id, payload: { subjects } })
    return undefined
  })

/** The accounts bound to a person, and the one created for them that is still unused. */
async function subjectsOf(db: TransactionHandle, { id, accountSubject }: PersonRow): Promise<string[]> {
  const bound = await db
    .select({ subject: identities.subject })
    .from(identities)
    .where(eq(identities.personId, id))
  const all = [...bound.map(({ subject }) => subject), ...(accountSubject === null ? [] : [accountSubject])]
  return [...new Set(all)]
}
