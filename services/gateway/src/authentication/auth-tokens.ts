import { type AuthToken, gatewayEvents } from '@portal/contracts/gateway'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { ExpiringCache } from '../expiring-cache.ts'
import type { LogoutSubject } from '../oidc/provider-link.ts'
import { authTokens, sessions } from '../schema.ts'
import type { SigningKeys } from '../secrets/signing-keys.ts'
import { emitCredentialEvent } from './emit-credential-event.ts'

/** A minted token as it is stored. */
export type StoredToken = typeof authTokens.$inferSelect

/** Who mints a token. */
interface Minter {
  readonly personId: string
  /** Public id of their session. */
  readonly sessionId: string
}

const audience = 'portal-auth-token'
const issuer = 'portal-gateway'
const charactersMax = 4096
const shape = /^[\w-]+\.[\w-]+\.[\w-]+$/
const Claims = z.object({ jti: z.uuid(), sub: z.string().min(1), exp: z.number() })

/**
 * Bearer tokens for the `auth_token` parameter: RS256 with a key and audience of their own, at most
 * 60 minutes, revocable, and ended with the session that minted it. A token is valid while its row
 * is; a revocation takes effect at once here, within five seconds at other replicas.
 */
export class AuthTokens {
  readonly #database: Database
  readonly #keys: SigningKeys
  readonly #checked = new ExpiringCache<StoredToken | null>({ maxAgeMs: 5000, entriesMax: 10_000 })

  constructor(database: Database, keys: SigningKeys) {
    this.#database = database
    this.#keys = keys
  }

  /** Throws `unauthorized` if the session has ended meanwhile. */
  async mint(minter: Minter, minutes: number): Promise<AuthToken> {
    const { personId } = minter
    const id = uuidV7()
    const now = new Date()
    const expiresAt = new Date(Math.floor(now.getTime() / 1000) * 1000 + minutes * 60_000)
    await this.#database.platformTx(async (db) => {
      const rests = await lockMinter(db, minter)
      await db.insert(authTokens).values({ id, ...minter, ...rests, createdAt: now, expiresAt })
      await emitCredentialEvent(db, gatewayEvents.tokenMinted, { id, personId, actorId: personId })
    })
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'RS256', kid: this.#keys.id, typ: 'portal-auth+jwt' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(personId)
      .setJti(id)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(this.#keys.privateKey)
    return { id, token, expiresAt: expiresAt.toISOString() }
  }

  /** The bearer, or null for anything but a valid, unexpired, unrevoked token of ours. */
  async check(token: string): Promise<StoredToken | null> {
    if (token.length > charactersMax || !shape.test(token)) return null
    const claims = await this.#verify(token)
    if (!claims) return null
    const bearer = await this.#checked.read(claims.jti, () => this.#load(claims.jti))
    return bearer?.personId === claims.sub ? bearer : null
  }

  /** The ids of those that are still valid, past any cache. */
  async openAmong(ids: readonly string[]): Promise<string[]> {
    return (await this.#open(inArray(authTokens.id, ids))).map(({ id }) => id)
  }

  list(personId: string): Promise<StoredToken[]> {
    return this.#open(eq(authTokens.personId, personId))
  }

  /** Revokes one token of a person; resolves with the number revoked. */
  async revoke(personId: string, id: string): Promise<number> {
    return this.#revoke(and(eq(authTokens.personId, personId), eq(authTokens.id, id)))
  }

  /** Revokes a person's tokens, or those minted before a moment. */
  async revokeOfPerson(personId: string, { before }: { readonly before?: Date } = {}): Promise<void> {
    await this.#revoke(and(eq(authTokens.personId, personId), before && lt(authTokens.createdAt, before)))
  }

  /** Revokes what a back-channel logout names, also if the session behind it is idle by now. */
  async revokeOfProvider(issuer: string, named: LogoutSubject): Promise<void> {
    await this.#revoke(and(eq(authTokens.issuer, issuer), isNamed(authTokens, named)))
  }

  /** Drops the tokens of a session that ended, here or at another replica, from the cache. */
  forgetOfSession(sessionId: string): void {
    this.#checked.dropWhere((token) => token?.sessionId === sessionId)
  }

  async forgetExpired(): Promise<void> {
    await this.#database.platformTx((db) => db.delete(authTokens).where(lt(authTokens.expiresAt, new Date())))
  }

  async #revoke(which: SQL | undefined): Promise<number> {
    const rows = await this.#database.platformTx((db) => revokeTokens(db, which))
    for (const row of rows) this.#checked.drop(row.id)
    return rows.length
  }

  async #verify(token: string): Promise<z.infer<typeof Claims> | null> {
    const options = { algorithms: ['RS256'], typ: 'portal-auth+jwt', issuer, audience }
    // Forged, foreign or expired: the response is the same.
    const verified = await jwtVerify(token, this.#keys.find, options).catch(() => null)
    return Claims.safeParse(verified?.payload).data ?? null
  }

  async #load(id: string): Promise<StoredToken | null> {
    const [row] = await this.#open(eq(authTokens.id, id))
    return row ?? null
  }

  #open(which: SQL): Promise<StoredToken[]> {
    const isOpen = and(which, eq(authTokens.isRevoked, false), gt(authTokens.expiresAt, new Date()))
    return this.#database.platformTx((db) =>
      db.select().from(authTokens).where(isOpen).orderBy(desc(authTokens.createdAt)),
    )
  }
}

/**
 * Which rows a back-channel logout names. One of a subject may arrive late: what began after it, by
 * the provider's own clock, goes on.
 */
export function isNamed(
  { subject, providerSession, issuedAt }: typeof sessions | typeof authTokens,
  named: LogoutSubject,
): SQL | undefined {
  if (named.sid !== null) return eq(providerSession, named.sid)
  return and(eq(subject, named.subject ?? ''), or(isNull(issuedAt), lte(issuedAt, named.at)))
}

/** Revokes tokens together with what else the transaction ends; caches are the caller's. */
export async function revokeTokens(
  db: TransactionHandle,
  which: SQL | undefined,
): Promise<Pick<StoredToken, 'id' | 'personId'>[]> {
  const revoked = await db
    .update(authTokens)
    .set({ isRevoked: true })
    .where(and(which, eq(authTokens.isRevoked, false)))
    .returning({ id: authTokens.id, personId: authTokens.personId })
  for (const row of revoked)
    await emitCredentialEvent(db, gatewayEvents.tokenRevoked, { ...row, actorId: null })
  return revoked
}

/** Locked, the session cannot end beside a token that it would not take with it. */
async function lockMinter(
  db: TransactionHandle,
  { personId, sessionId }: Minter,
): Promise<Pick<StoredToken, 'issuer' | 'subject' | 'providerSession' | 'issuedAt'>> {
  const { id, issuer, subject, providerSession, issuedAt } = sessions
  const [session] = await db
    .select({ issuer, subject, providerSession, issuedAt })
    .from(sessions)
    .where(and(eq(sessions.personId, personId), eq(id, sessionId)))
    .for('key share')
  if (!session) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
  return session
}
