import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { operatorsApi } from '@portal/contracts/operators'
import { CodedError } from '@portal/service-kit/coded-error'
import { platformQueue } from '@portal/service-kit/jobs/enqueue'
import { endMembership } from '../members/end-membership.ts'
import { changePerson } from '../people/emit-person-changed.ts'
import { boundSubjects } from '../people/load-person.ts'
import type { Verb } from '../ports.ts'
import { disableAccounts } from './disable-accounts.ts'
import { findPerson } from './find-person.ts'

/** Ends membership, sessions and account; the rows stay for the audit (decision 40). */
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
    const unused = person.accountSubject === null ? [] : [person.accountSubject]
    const subjects = [...new Set([...(await boundSubjects(db, person.id)), ...unused])]
    await enqueueFor(platformQueue)(disableAccounts, { subject: person.id, payload: { subjects } })
    return undefined
  })
