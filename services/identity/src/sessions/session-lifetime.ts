import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq } from 'drizzle-orm'
import { artifacts } from '../schema.ts'

/**
 * In seconds. The idle limit exceeds the portal's own 30 minutes by the life of an access token, so
 * the portal's limit always comes first.
 */
export const lifetime = {
  sessionIdle: 35 * 60,
  sessionAbsolute: 12 * 60 * 60,
  accessToken: 5 * 60,
  code: 60,
  interaction: 60 * 60,
} as const

/** How long a session may live from now: the idle limit, but never past 12 hours after login. */
export function sessionSeconds(signedInAt: number | undefined, now = epoch()): number {
  if (signedInAt === undefined) return lifetime.sessionIdle
  return Math.max(Math.min(lifetime.sessionIdle, signedInAt + lifetime.sessionAbsolute - now), 1)
}

/** A refresh is activity: the idle limit starts anew. */
export async function keepSessionAlive(database: Database, sessionUid: string): Promise<void> {
  await database.platformTx(async (db) => {
    const isSession = and(eq(artifacts.kind, 'Session'), eq(artifacts.uid, sessionUid))
    const [row] = await db.select().from(artifacts).where(isSession).for('update')
    if (!row) return
    const session: { loginTs?: number; exp?: number } = JSON.parse(row.payload)
    const exp = epoch() + sessionSeconds(session.loginTs)
    const payload = JSON.stringify({ ...session, exp })
    await db
      .update(artifacts)
      .set({ payload, expiresAt: new Date(exp * 1000) })
      .where(isSession)
  })
}

function epoch(): number {
  return Math.floor(Date.now() / 1000)
}
