import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { OneTimeLogin, operatorsApi } from '@portal/contracts/operators'
import { teamEvents } from '@portal/contracts/team'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { platformQueue } from '@portal/service-kit/jobs/enqueue'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { eq, or, sql } from 'drizzle-orm'
import { endMemberships } from '../members/membership.ts'
import { changePerson } from '../people/emit-person-changed.ts'
import { boundSubjects, type PersonRow } from '../people/load-person.ts'
import { disableAccounts } from '../people/provider-jobs.ts'
import type { Context, Verb } from '../ports.ts'
import { memberships, people, removedMembers } from '../schema.ts'

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
        'Only a new user who has never logged in can get a new login link.',
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
export async function issueOneTimeLogin(ctx: Context, subject: string): Promise<OneTimeLogin | null> {
  try {
    return await ctx.ports.identities.issueOneTimeLogin(subject)
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error
    ctx.log.warn({ err: error }, 'a new person has no one-time login yet')
    return null
  }
}

/** Ends membership, sessions and account; the rows stay for the audit (decision 40). */
export const disablePerson: Verb<typeof operatorsApi.disablePerson> = (ctx, { params }) =>
  ctx.platformTx(async (db, emit, enqueueFor) => {
    const person = await findPerson(db, params.userId)
    if (isAmongLoginNames(person.username, ctx.ports.protectedAccounts))
      throw new CodedError('protected_account', 'This account is protected and cannot be deleted.')
    if (person.id === ctx.personId) throw new CodedError('forbidden', 'You cannot delete your own account.')
    if (person.isDisabled) return undefined
    await endMemberships(db, emit, eq(memberships.personId, person.id))
    const set = { isDisabled: true, sessionsValidFrom: new Date() }
    await changePerson(db, emit, { before: person, set })
    const unused = person.accountSubject === null ? [] : [person.accountSubject]
    const subjects = [...new Set([...(await boundSubjects(db, person.id)), ...unused])]
    await enqueueFor(platformQueue)(disableAccounts, { subject: person.id, payload: { subjects } })
    return undefined
  })

/** Whom an erasure means, and where they are or were a member: only of a deleted account. */
export const readErasable: Verb<typeof operatorsApi.readErasable> = (ctx, { params }) =>
  ctx.platformTx(async (db) => {
    const { id: userId, username, isDisabled } = oneOf(await named(db, params.userId), params.userId)
    if (isAmongLoginNames(username, ctx.ports.protectedAccounts))
      throw new CodedError('protected_account', 'This account is protected and cannot be erased.')
    if (!isDisabled)
      throw new CodedError('illegal_transition', 'Delete the user first. Then the person can be erased.')
    const ids = (table: typeof memberships | typeof removedMembers) =>
      db.select({ id: table.organizationId }).from(table).where(eq(table.personId, userId))
    const organizations = [...(await ids(memberships)), ...(await ids(removedMembers))]
    return { userId, organizationIds: [...new Set(organizations.map(({ id }) => id))] }
  })

/** Locks the person that an operator names. Throws as {@link oneOf}. */
async function findPerson(db: TransactionHandle, typed: string): Promise<PersonRow> {
  return oneOf(await named(db, typed).for('update'), typed)
}

/** People with this id or login name, which is the ID that operators see. */
function named(db: TransactionHandle, typed: string) {
  return db
    .select()
    .from(people)
    .where(or(eq(people.id, typed), sql`lower(${people.username}) = ${typed.toLowerCase()}`))
}

/** Throws 404, and 409 for a login name used at several providers: then only the id will do. */
function oneOf(rows: readonly PersonRow[], typed: string): PersonRow {
  const meant = rows.find(({ id }) => id === typed) ?? rows[0]
  if (!meant) throw notFound()
  if (meant.id !== typed && rows.length > 1)
    throw new CodedError('conflict', 'Several people have this user ID. Please use the internal one.')
  return meant
}
