import type { Identity, ProviderClaims, teamApi } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq } from 'drizzle-orm'
import type { Context, Verb } from '../ports.ts'
import { identities, type organizations, people } from '../schema.ts'
import { changePerson, emitPersonChanged } from './emit-person-changed.ts'
import { isOperator, loadPerson, type PersonRow, presentProfile } from './load-person.ts'

/**
 * Finds the person of these claims, or registers one; their profile follows the provider at every
 * login. A person created by an operator is bound by the account created for them, never by a login
 * name or address that others may claim (decision 39).
 */
export const resolveIdentity: Verb<typeof teamApi.resolveIdentity> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    const personId = (await boundPerson(db, body)) ?? (await bind(db, emit, body))
    const [before] = await db.select().from(people).where(eq(people.id, personId)).for('update')
    await changePerson(db, emit, { before: rowOrNotFound(before), set: profile(body, rowOrNotFound(before)) })
    return presentIdentity(ctx, await loadPerson(db, personId))
  })

/** Every request to the portal waits for this. */
export const readIdentity: Verb<typeof teamApi.readIdentity> = async (ctx, { params }) => {
  const urgent = { isReadOnly: true, isUrgent: true }
  const loaded = await ctx.platformTx((db) => loadPerson(db, params.personId), urgent)
  return presentIdentity(ctx, loaded)
}

/** A person as the gateway needs them. */
function presentIdentity({ ports }: Context, loaded: Awaited<ReturnType<typeof loadPerson>>): Identity {
  const { person, organization, role, departments } = rowOrNotFound(loaded)
  return {
    personId: person.id,
    ...presentProfile(person),
    organization: organization && presentOrganization(organization),
    role,
    departments: departments.map((department) => department.id),
    isMasterAdmin: isOperator(person, ports.operators),
    isDisabled: person.isDisabled,
    sessionsValidFrom: person.sessionsValidFrom?.toISOString() ?? null,
  }
}

function presentOrganization({ id, name, logoUrl, featuresOff }: typeof organizations.$inferSelect) {
  return { id, name, logoUrl, featuresOff }
}

async function boundPerson(db: TransactionHandle, claims: ProviderClaims): Promise<string | null> {
  const [row] = await db
    .select({ personId: identities.personId })
    .from(identities)
    .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
  return row?.personId ?? null
}

/**
 * Binds the subject to the person created for it, or to a new one. Of two simultaneous first logins
 * the second takes the person of the first.
 */
async function bind(db: TransactionHandle, emit: Emit, claims: ProviderClaims): Promise<string> {
  const { issuer, subject } = claims
  const isCreated = eq(people.accountSubject, subject)
  const [created] = await db.select().from(people).where(isCreated).for('update')
  const newcomer = { id: uuidV7(), ...claimed(claims) }
  const [person] = created ? [created] : await db.insert(people).values(newcomer).returning()
  const { id: personId } = rowOrNotFound(person)
  const bound = await db
    .insert(identities)
    .values({ issuer, subject, personId })
    .onConflictDoNothing()
    .returning({ personId: identities.personId })
  if (bound.length === 0) {
    if (!created) await db.delete(people).where(eq(people.id, personId))
    return rowOrNotFound(await boundPerson(db, claims))
  }
  await emitPersonChanged(db, emit, rowOrNotFound(person))
  return personId
}

/** Keeps the operator's spelling of the login name; providers may lower its case. */
function profile(claims: ProviderClaims, { accountSubject, username }: PersonRow) {
  const given = accountSubject === claims.subject && username !== null ? { username } : {}
  return { ...claimed(claims), ...given }
}

function claimed({ username, email, isEmailVerified, firstName, lastName }: ProviderClaims) {
  return { username, email, isEmailVerified, firstName, lastName }
}
