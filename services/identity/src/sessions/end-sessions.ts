import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { retry } from '@portal/service-kit/sleep'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Client, ClientAuthorizationState, Provider } from 'oidc-provider'
import { artifacts } from '../schema.ts'

type Authorizations = Readonly<Record<string, ClientAuthorizationState>>

interface SessionEnding {
  readonly provider: Provider
  readonly database: Database
  readonly log: Logger
}

/**
 * Ends every session of an account: deletes them with their grants and tokens in one transaction,
 * then notifies the clients (OpenID Connect Back-Channel Logout 1.0). A client that does not
 * respond is logged; its refresh fails anyway.
 */
export async function endSessions(ending: SessionEnding, subject: string): Promise<void> {
  const sessions = await ending.database.platformTx(async (db) => {
    const isSession = and(eq(artifacts.kind, 'Session'), eq(artifacts.subject, subject))
    const rows = await db.select({ payload: artifacts.payload }).from(artifacts).where(isSession)
    await endStoredSessions(db, isSession)
    await db.delete(artifacts).where(eq(artifacts.subject, subject))
    return rows.map(({ payload }): { authorizations?: Authorizations } => JSON.parse(payload))
  })
  await Promise.all(sessions.map((session) => notifyClients(ending, subject, session.authorizations ?? {})))
}

/** Ends one session by the uid that its tokens carry. Its grants expire on their own. */
export async function endSession(database: Database, uid: string): Promise<void> {
  await database.platformTx((db) =>
    endStoredSessions(db, and(eq(artifacts.kind, 'Session'), eq(artifacts.uid, uid))),
  )
}

/**
 * Empties the rows of sessions and marks them, until they expire: a request that has begun before
 * would store its session again.
 */
export async function endStoredSessions(db: TransactionHandle, which: SQL | undefined): Promise<void> {
  const ended = { payload: '{}', uid: null, grantId: null, subject: null, consumedAt: sql`now()` }
  await db.update(artifacts).set(ended).where(which)
}

/** Posts a logout token to each client of the session that wants one. Never rejects. */
export async function notifyClients(
  { provider, log }: Pick<SessionEnding, 'provider' | 'log'>,
  subject: string,
  authorizations: Authorizations,
): Promise<void> {
  const notify = async ([clientId, { sid }]: [string, ClientAuthorizationState]) => {
    const client = await provider.Client.find(clientId)
    if (!client?.backchannelLogoutUri || sid === undefined || !postsLogoutTokens(client)) return
    try {
      await postLogoutToken(client, subject, sid)
    } catch (error) {
      log.warn({ err: error, clientId }, 'A client did not accept the back-channel logout')
    }
  }
  await Promise.all(Object.entries(authorizations).map(notify))
}

/** What the published types of oidc-provider's Client leave out. */
interface LogoutTokenPoster {
  backchannelLogout(subject: string, sid: string): Promise<void>
}

function postsLogoutTokens(client: Client): client is Client & LogoutTokenPoster {
  return 'backchannelLogout' in client && typeof client.backchannelLogout === 'function'
}

const attemptsMax = 3

/** A restarting gateway refuses connections for a moment. */
async function postLogoutToken(client: LogoutTokenPoster, subject: string, sid: string): Promise<void> {
  const failed = (error: unknown, attempt: number) => {
    if (attempt === attemptsMax) throw error
  }
  await retry(() => client.backchannelLogout(subject, sid), { firstMs: 250, maxMs: 1000, failed })
}
