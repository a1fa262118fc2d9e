import type { ProviderClaims, teamApi } from '@portal/contracts/team'
import { found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { identities, people } from '../schema.ts'
import { loadPerson, presentIdentity } from './load-person.ts'

/** Finds the person bound to these claims, or registers a new one; their profile follows the provider at every login. */
export const resolveIdentity: Verb<typeof teamApi.resolveIdentity> = (ctx, { body }) =>
  ctx.platformTx(async (db) => {
    const personId = (await boundPerson(db, body)) ?? (await register(db, body))
    await db.update(people).set(profile(body)).where(eq(people.id, personId))
    return presentIdentity(found(await loadPerson(db, personId)), ctx.ports.operators)
  })

async function boundPerson(db: TransactionHandle, claims: ProviderClaims): Promise<string | null> {
  const [row] = await db
    .select({ personId: identities.personId })
    .from(identities)
    .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
  return row?.personId ?? null
}

/** Two first logins at once register one person: the second waits for the first's identity row and takes its person. */
async function register(db: TransactionHandle, claims: ProviderClaims): Promise<string> {
  const personId = uuidV7()
  await db.insert(people).values({ id: personId, ...profile(claims) })
  const bound = await db
    .insert(identities)
    .values({ issuer: claims.issuer, subject: claims.subject, personId })
    .onConflictDoNothing()
    .returning({ personId: identities.personId })
  if (bound.length > 0) return personId
  await db.delete(people).where(eq(people.id, personId))
  return found(await boundPerson(db, claims))
}

function profile(claims: ProviderClaims): Partial<typeof people.$inferInsert> {
  return {
    username: claims.username,
    email: claims.email,
    isEmailVerified: claims.isEmailVerified,
    firstName: claims.firstName,
    lastName: claims.lastName,
  }
}
