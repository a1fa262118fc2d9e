import type { Database } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { and, eq } from 'drizzle-orm'
import type { Client, ClientAuthorizationState, Provider } from 'oidc-provider'
import { artifacts } from '../schema.ts'

type Authorizations = Readonly<Record<string, ClientAuthorizationState>>

/** What ending sessions needs. */
export interface SessionEnding {
  readonly provider: Provider
  readonly database: Database
  readonly log: Logger
}

/**
 * Ends every session of a person: first all their sessions, grants and tokens go in one transaction, then each client is told (OpenID
 * Connect Back-Channel Logout 1.0). A client that does not answer is logged; its refresh fails anyway.
 */
export async function endSessions(ending: SessionEnding, subject: string): Promise<void> {
  const sessions = await ending.database.platformTx(async (db) => {
    const isSession = and(eq(artifacts.kind, 'Session'), eq(artifacts.subject, subject))
    const rows = await db.select({ payload: artifacts.payload }).from(artifacts).where(isSession)
    await db.delete(artifacts).where(eq(artifacts.subject, subject))
    return rows.map(({ payload }): { authorizations?: Authorizations } => JSON.parse(payload))
  })
  await Promise.all(sessions.map((session) => notifyClients(ending, subject, session.authorizations ?? {})))
}

/** Ends one session, by the name that its tokens know. Its grants go with their own end. */
export async function endSession(database: Database, uid: string): Promise<void> {
  await database.platformTx((db) =>
    db.delete(artifacts).where(and(eq(artifacts.kind, 'Session'), eq(artifacts.uid, uid))),
  )
}

/** Posts a logout token to every client of one session that asked for it. Never rejects. */
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

/** The part of oidc-provider's Client that its published types leave out. */
interface LogoutTokenPoster {
  backchannelLogout(subject: string, sid: string): Promise<void>
}

function postsLogoutTokens(client: Client): client is Client & LogoutTokenPoster {
  return 'backchannelLogout' in client && typeof client.backchannelLogout === 'function'
}

const attemptsMax = 3

/** A gateway that restarts refuses connections for a moment, so a failed post is tried again. */
async function postLogoutToken(client: LogoutTokenPoster, subject: string, sid: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.backchannelLogout(subject, sid)
      return
    } catch (error) {
      if (attempt === attemptsMax) throw error
      await new Promise((resolve) => setTimeout(resolve, attempt * 250))
    }
  }
}
