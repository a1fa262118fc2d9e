import { randomUUID } from 'node:crypto'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { retry } from '@portal/service-kit/sleep'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Client, ClientAuthorizationState, Provider } from 'oidc-provider'
import { artifacts } from '../schema.ts'

type Authorizations = Readonly<Record<string, ClientAuthorizationState>>

interface Notifying {
  readonly provider: Provider
  readonly log: Logger
}

interface SessionEnding extends Notifying {
  readonly database: Database
  readonly clientIds: readonly string[]
}

/** Everything of an account, or the one session that has this id at the client. */
interface Ended {
  readonly subject: string
  readonly sid?: string
}

/**
 * Ends every session of an account: deletes them with their grants and tokens in one transaction,
 * then notifies the clients that everything of the account is over, also what outlives its session
 * here (OpenID Connect Back-Channel Logout 1.0, 2.4: a subject without `sid`).
 */
export async function endSessions(
  { database, clientIds, ...notifying }: SessionEnding,
  subject: string,
): Promise<void> {
  await database.platformTx(async (db) => {
    await endStoredSessions(db, and(eq(artifacts.kind, 'Session'), eq(artifacts.subject, subject)))
    await db.delete(artifacts).where(eq(artifacts.subject, subject))
  })
  await Promise.all(clientIds.map((clientId) => notifyClient(notifying, clientId, { subject })))
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
  notifying: Notifying,
  subject: string,
  authorizations: Authorizations,
): Promise<void> {
  const ofSession = Object.entries(authorizations).flatMap(([clientId, { sid }]) =>
    sid === undefined ? [] : { clientId, sid },
  )
  await Promise.all(ofSession.map(({ clientId, sid }) => notifyClient(notifying, clientId, { subject, sid })))
}

/** A client that does not respond is logged; its refresh fails anyway. */
async function notifyClient({ provider, log }: Notifying, clientId: string, ended: Ended): Promise<void> {
  const client = await provider.Client.find(clientId)
  if (!client?.backchannelLogoutUri) return
  try {
    await postLogoutToken(client.backchannelLogoutUri, await logoutToken(provider, client, ended))
  } catch (error) {
    log.warn({ err: error, clientId }, 'A client did not accept the back-channel logout')
  }
}

/** OpenID Connect Back-Channel Logout 1.0, 2.4. */
function logoutToken(provider: Provider, client: Client, { subject, sid }: Ended): Promise<string> {
  const token = new provider.IdToken({}, { client })
  token.set('sub', subject)
  if (sid !== undefined) token.set('sid', sid)
  token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} })
  token.set('jti', randomUUID())
  return token.issue({ use: 'logout' })
}

const attemptsMax = 3
const attemptMs = 2500

/**
 * A restarting gateway refuses connections for a moment. The same token is sent again: its `iat`
 * tells the client what has begun since, and goes on.
 */
async function postLogoutToken(address: string, token: string): Promise<void> {
  const post = async () => {
    const { status } = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ logout_token: token }),
      signal: AbortSignal.timeout(attemptMs),
    })
    if (status !== 200 && status !== 204) throw new Error(`The client answered with ${status}.`)
  }
  const failed = (error: unknown, attempt: number) => {
    if (attempt === attemptsMax) throw error
  }
  await retry(post, { firstMs: 250, maxMs: 1000, failed })
}
