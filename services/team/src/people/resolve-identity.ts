import type { ProviderClaims, teamApi } from '@portal/contracts/team'
import { found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { identities, people } from '../schema.ts'
import { loadPerson, type PersonRow, presentIdentity } from './load-person.ts'
import { changePerson, tellPerson } from './tell-person.ts'

/**
 * Finds the person bound to these claims, or registers a new one; their profile follows the provider at every login. Whom an operator
 * created is bound by the account that was made for them, never by a login name or address that somebody else may claim (decision 39).
 */
export const resolveIdentity: Verb<typeof teamApi.resolveIdentity> = (ctx, { body }) =>
  ctx.platformTx(async (db, emit) => {
    const personId = (await boundPerson(db, body)) ?? (await bind(db, emit, body))
    const [before] = await db.select().from(people).where(eq(people.id, personId)).for('update')
    await changePerson(db, emit, { before: found(before), set: profile(body, found(before)) })
    return presentIdentity(found(await loadPerson(db, personId)), ctx.ports.operators)
  })

async function boundPerson(db: TransactionHandle, claims: ProviderClaims): Promise<string | null> {
  const [row] = await db
    .select({ personId: identities.personId })
    .from(identities)
    .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
  return row?.personId ?? null
}

/** Binds the subject to the person created for it, or to a new one. */
async function bind(db: TransactionHandle, emit: Emit, claims: ProviderClaims): Promise<string> {
  const [created] = await db
    .select()
    .from(people)
    .where(eq(people.accountSubject, claims.subject))
    .for('update')
  if (!created) return register(db, emit, claims)
  const { issuer, subject } = claims
  await db.insert(identities).values({ issuer, subject, personId: created.id }).onConflictDoNothing()
  await tellPerson(db, emit, created)
  return found(await boundPerson(db, claims))
}

/** Two first logins at once register one person: the second waits for the first's identity row and takes its person. */
async function register(db: TransactionHandle, emit: Emit, claims: ProviderClaims): Promise<string> {
  const personId = uuidV7()
  const [person] = await db
    .insert(people)
    .values({ id: personId, ...claimed(claims) })
    .returning()
  const bound = await db
    .insert(identities)
    .values({ issuer: claims.issuer, subject: claims.subject, personId })
    .onConflictDoNothing()
    .returning({ personId: identities.personId })
  if (bound.length > 0) {
    await tellPerson(db, emit, found(person))
    return personId
  }
  await db.delete(people).where(eq(people.id, personId))
  return found(await boundPerson(db, claims))
}

/** The login name that an operator typed stays as it was typed; the provider may keep it in small letters. */
function profile(claims: ProviderClaims, { accountSubject, username }: PersonRow) {
  const given = accountSubject === claims.subject && username !== null ? { username } : {}
  return { ...claimed(claims), ...given }
}

function claimed(claims: ProviderClaims) {
  return {
    username: claims.username,
    email: claims.email,
    isEmailVerified: claims.isEmailVerified,
    firstName: claims.firstName,
    lastName: claims.lastName,
  }
}
