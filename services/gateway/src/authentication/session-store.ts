import { hash, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { gatewayEvents } from '@portal/contracts/gateway'
import type { Database } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, desc, eq, inArray, lt, ne, or, type SQL } from 'drizzle-orm'
import { ExpiringCache } from '../expiring-cache.ts'
import type { LogoutSubject } from '../oidc/provider-link.ts'
import { authTokens, sessions } from '../schema.ts'
import type { Seal } from '../secrets/seal.ts'
import { isNamed, revokeTokens } from './auth-tokens.ts'
import { emitCredentialEvent } from './emit-credential-event.ts'

/** A session as it is stored. */
export type Session = typeof sessions.$inferSelect

/** Who logged in, and the provider's tokens for later. */
export interface NewSession
  extends Pick<Session, 'personId' | 'issuer' | 'subject' | 'providerSession' | 'issuedAt' | 'userAgent'> {
  readonly refreshToken: string | null
  readonly idToken: string | null
  /** When earlier sessions became invalid; this one began later, even if clocks differ. */
  readonly validFrom: string | null
}

/** Who ended a session: the person, or the portal, also on behalf of the provider. */
export type EndedBy = 'person' | 'portal'

/** How long sessions last, in milliseconds. */
export const lifetime = {
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 3600_000,
  /** A session's activity is written at most once a minute, not with every request. */
  touchMs: 60_000,
  /** How often the provider is asked whether the person may still be logged in. */
  refreshMs: 4 * 60_000,
} as const

/** Each has an event, and a transaction a time limit. */
const endedAtOnce = 200

const valueShape = /^[\w-]{43}$/

/**
 * Browsers' sessions. The cookie's value is never stored; a found session is cached for 5 s. One
 * that is ended, unlike one that goes idle, takes the tokens with it that it minted.
 */
export class SessionStore extends EventEmitter<{ ended: [sid: string] }> {
  readonly #database: Database
  readonly #seal: Seal
  readonly #now: () => number
  readonly #found: ExpiringCache<Session | null>

  constructor(database: Database, seal: Seal, now: () => number = Date.now) {
    super()
    this.#database = database
    this.#seal = seal
    this.#now = now
    this.#found = new ExpiringCache({ maxAgeMs: 5000, entriesMax: 20_000, now })
  }

  /** Creates a session with a new id and returns the cookie's value. */
  async begin({ refreshToken, idToken, validFrom, ...named }: NewSession): Promise<string> {
    const value = randomBytes(32).toString('base64url')
    const now = this.#now()
    const id = uuidV7()
    const { personId } = named
    const sealed = (text: string | null) => (text === null ? null : this.#seal.seal(text))
    await this.#database.platformTx(async (db) => {
      await db.insert(sessions).values({
        ...{ ...named, digest: digestOf(value), id },
        userAgent: named.userAgent.slice(0, 300),
        sealedRefreshToken: sealed(refreshToken),
        sealedIdToken: sealed(idToken),
        createdAt: new Date(Math.max(now, Date.parse(validFrom ?? '') || 0)),
        lastSeenAt: new Date(now),
        expiresAt: new Date(now + lifetime.absoluteMs),
        refreshAt: new Date(now + lifetime.refreshMs),
      })
      await emitCredentialEvent(db, gatewayEvents.sessionStarted, { id, personId, actorId: personId })
    })
    return value
  }

  /** The open session of a cookie's value; finding it keeps it from going idle. */
  async find(value = ''): Promise<Session | null> {
    if (!valueShape.test(value)) return null
    const digest = digestOf(value)
    const session = await this.#found.read(digest, () => this.#load(digest))
    if (session && isLive(session, this.#now())) return session
    this.#found.drop(digest)
    return null
  }

  /** Decrypts a stored token of the session. */
  open(sealed: string | null): string | null {
    return sealed === null ? null : this.#seal.open(sealed)
  }

  /** All open sessions of a person, the latest first. */
  async list(personId: string): Promise<Session[]> {
    const isTheirs = eq(sessions.personId, personId)
    const rows = await this.#database.platformTx((db) =>
      db.select().from(sessions).where(isTheirs).orderBy(desc(sessions.lastSeenAt)),
    )
    return rows.filter((session) => isLive(session, this.#now()))
  }

  /** `by` is for the audit. */
  async endOne(session: Pick<Session, 'digest'>, by: EndedBy): Promise<Session[]> {
    return this.#end(eq(sessions.digest, session.digest), by)
  }

  /** Ends a session of a person by its public id; an unknown or foreign id ends nothing. */
  async endById(personId: string, id: string): Promise<Session[]> {
    return this.#end(and(eq(sessions.personId, personId), eq(sessions.id, id)), 'person')
  }

  /** Ends a person's sessions: all, those from before a moment, or all but one. */
  async endOfPerson(
    personId: string,
    { before, except }: { readonly before?: Date; readonly except?: Session | undefined } = {},
  ): Promise<void> {
    await this.#end(
      and(
        eq(sessions.personId, personId),
        before && lt(sessions.createdAt, before),
        except && ne(sessions.digest, except.digest),
      ),
      except ? 'person' : 'portal',
    )
  }

  /** Ends what a back-channel logout names. */
  async endOfProvider(issuer: string, named: LogoutSubject): Promise<Session[]> {
    return this.#end(and(eq(sessions.issuer, issuer), isNamed(sessions, named)), 'portal')
  }

  /**
   * Claims the refresh of a session, once per interval over all replicas. Its token counts as sent
   * until new ones are kept.
   */
  async claimRefresh(session: Session): Promise<Session | null> {
    const now = new Date(this.#now())
    const [row] = await this.#database.platformTx((db) =>
      db
        .update(sessions)
        .set({ refreshAt: new Date(now.getTime() + lifetime.refreshMs), refreshSentAt: now })
        .where(and(eq(sessions.digest, session.digest), lt(sessions.refreshAt, now)))
        .returning(),
    )
    this.#found.drop(session.digest)
    return row ?? null
  }

  /** Stores the rotated tokens of a refreshed session. */
  async keepTokens(
    session: Session,
    tokens: { refreshToken: string; idToken: string | null },
  ): Promise<void> {
    const sealedIdToken = tokens.idToken === null ? session.sealedIdToken : this.#seal.seal(tokens.idToken)
    await this.#database.platformTx((db) =>
      db
        .update(sessions)
        .set({ sealedRefreshToken: this.#seal.seal(tokens.refreshToken), sealedIdToken, refreshSentAt: null })
        .where(eq(sessions.digest, session.digest)),
    )
    this.#found.drop(session.digest)
  }

  /** The refresh token of a claimed refresh was not sent after all. */
  async keepToken(session: Session): Promise<void> {
    await this.#database.platformTx((db) =>
      db.update(sessions).set({ refreshSentAt: null }).where(eq(sessions.digest, session.digest)),
    )
    this.#found.drop(session.digest)
  }

  /** The session goes on to its end without being refreshed again. */
  async forgoRefresh(session: Session): Promise<void> {
    await this.#database.platformTx((db) =>
      db.update(sessions).set({ sealedRefreshToken: null }).where(eq(sessions.digest, session.digest)),
    )
    this.#found.drop(session.digest)
  }

  /** Deletes expired sessions. */
  async forgetExpired(): Promise<void> {
    const now = this.#now()
    const isOver = lt(sessions.expiresAt, new Date(now))
    const isIdle = lt(sessions.lastSeenAt, new Date(now - lifetime.idleMs))
    await this.#database.platformTx((db) => db.delete(sessions).where(or(isOver, isIdle)))
  }

  /** Those of these public ids that are still open; asking keeps none from going idle. */
  async openAmong(ids: readonly string[]): Promise<string[]> {
    const { id, expiresAt, lastSeenAt } = sessions
    const rows = await this.#database.platformTx((db) =>
      db.select({ id, expiresAt, lastSeenAt }).from(sessions).where(inArray(id, ids)),
    )
    return rows.filter((session) => isLive(session, this.#now())).map((session) => session.id)
  }

  /** Drops a session that ended, here or at another replica, from the cache. */
  forget(sid: string): void {
    this.#found.dropWhere((session) => session?.id === sid)
    this.emit('ended', sid)
  }

  async #load(digest: string): Promise<Session | null> {
    const now = new Date(this.#now())
    return this.#database.platformTx(async (db) => {
      const [session] = await db.select().from(sessions).where(eq(sessions.digest, digest))
      if (!session || !isLive(session, now.getTime())) return null
      if (now.getTime() - session.lastSeenAt.getTime() < lifetime.touchMs) return session
      await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.digest, digest))
      return { ...session, lastSeenAt: now }
    })
  }

  async #end(which: SQL | undefined, by: EndedBy): Promise<Session[]> {
    const ended: Session[] = []
    for (let count = endedAtOnce; count === endedAtOnce; ) {
      const some = await this.#endSome(which, by)
      for (const { id } of some) this.forget(id)
      ended.push(...some)
      count = some.length
    }
    return ended
  }

  #endSome(which: SQL | undefined, by: EndedBy): Promise<Session[]> {
    const { digest } = sessions
    return this.#database.platformTx(async (db) => {
      const some = db.select({ digest }).from(sessions).where(which).limit(endedAtOnce)
      const rows = await db.delete(sessions).where(inArray(digest, some)).returning()
      const ids = rows.map(({ id }) => id)
      await revokeTokens(db, inArray(authTokens.sessionId, ids))
      for (const { id, personId } of rows) {
        const actorId = by === 'person' ? personId : null
        await emitCredentialEvent(db, gatewayEvents.sessionEnded, { id, personId, actorId })
      }
      return rows
    })
  }
}

function digestOf(value: string): string {
  return hash('sha256', value, 'base64url')
}

function isLive({ expiresAt, lastSeenAt }: Pick<Session, 'expiresAt' | 'lastSeenAt'>, now: number): boolean {
  return expiresAt.getTime() > now && lastSeenAt.getTime() + lifetime.idleMs > now
}
