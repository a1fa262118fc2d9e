import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { secretDigest } from '../accounts/secret-digest.ts'
import { artifacts } from '../schema.ts'
import { endStoredSessions } from '../sessions/end-sessions.ts'

/** Kinds that are revoked with their grant (RFC 6749 §4.1.2, RFC 9700 §4.14.2). */
const grantable = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** Clients are static and never looked up here. Every method throws DatabaseUnavailable. */
export function postgresArtifacts(database: Database): AdapterFactory {
  return (kind) => artifactsOf(database, kind)
}

function artifactsOf(database: Database, kind: string): Adapter {
  const isThis = (id: string) => and(eq(artifacts.kind, kind), eq(artifacts.idHash, secretDigest(id)))
  // oidc-provider saves the session at the end of every request, one that has begun before the
  // session was ended too: the ended row stays until it expires, and is never written again.
  const isOpen = kind === 'Session' ? isNull(artifacts.consumedAt) : undefined
  const first = async (condition: ReturnType<typeof isThis>, id?: string) => {
    const [row] = await database.platformTx((db) => db.select().from(artifacts).where(condition).limit(1))
    return row && revive(row, id)
  }
  return {
    upsert: async (id, payload, expiresIn = 0) => {
      const row = { kind, idHash: secretDigest(id), ...toRow(payload, expiresIn) }
      await database.platformTx((db) =>
        db
          .insert(artifacts)
          .values(row)
          .onConflictDoUpdate({
            target: [artifacts.kind, artifacts.idHash],
            set: row,
            ...(isOpen && { setWhere: isOpen }),
          }),
      )
    },
    find: (id) => (kind === 'Client' ? Promise.resolve() : first(and(isThis(id), isOpen), id)),
    findByUid: (uid) => first(and(eq(artifacts.kind, kind), eq(artifacts.uid, uid))),
    findByUserCode: () => Promise.resolve(),
    destroy: async (id) => {
      await database.platformTx(async (db) => {
        if (kind === 'Session') await endStoredSessions(db, isThis(id))
        else await db.delete(artifacts).where(isThis(id))
      })
    },
    consume: (id) => consume(database, isThis(id)),
    revokeByGrantId: async (grantId) => {
      if (!grantable.has(kind)) return
      await database.platformTx((db) =>
        db.delete(artifacts).where(and(eq(artifacts.kind, kind), eq(artifacts.grantId, grantId))),
      )
    },
  }
}

/** Of two requests with one code or token, one consumes it; the other's reuse ends the grant. */
async function consume(database: Database, isThis: ReturnType<typeof and>): Promise<void> {
  const consumed = await database.platformTx((db) =>
    db
      .update(artifacts)
      .set({ consumedAt: sql`now()` })
      .where(and(isThis, isNull(artifacts.consumedAt)))
      .returning({ kind: artifacts.kind }),
  )
  if (consumed.length > 0) return
  await database.platformTx(async (db) => {
    const [used] = await db.select({ grantId: artifacts.grantId }).from(artifacts).where(isThis)
    if (used?.grantId) await db.delete(artifacts).where(eq(artifacts.grantId, used.grantId))
  })
  throw new errors.InvalidGrant('already used')
}

type Row = typeof artifacts.$inferSelect

function toRow(payload: AdapterPayload, expiresInSeconds: number): Omit<Row, 'kind' | 'idHash'> {
  const { jti: _secret, consumed, ...rest } = payload
  return {
    payload: JSON.stringify(rest),
    uid: textOf(rest.uid),
    grantId: rest.grantId ?? null,
    subject: subjectOf(rest),
    consumedAt: typeof consumed === 'number' ? new Date(consumed * 1000) : null,
    expiresAt: new Date(Date.now() + expiresInSeconds * 1000),
  }
}

/**
 * Whose row it is. An interaction names the account of a login that is about to be finished, or of
 * the session that it began on: it ends with the account's sessions.
 */
function subjectOf({ accountId, result, session }: AdapterPayload): string | null {
  return accountId ?? result?.login?.accountId ?? session?.accountId ?? null
}

function revive(row: Row, id: string | undefined): AdapterPayload {
  const payload: AdapterPayload = JSON.parse(row.payload)
  if (id !== undefined) payload.jti = id
  if (row.consumedAt) payload.consumed = Math.floor(row.consumedAt.getTime() / 1000)
  return payload
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
