import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Database } from '@portal/service-kit/database/open-database'
import { asc, eq } from 'drizzle-orm'
import { remoteVersions } from '../schema.ts'

/** The registry's entries, the JSON of /remotes.json in three encodings, and its entity tag. */
export interface RegistrySnapshot {
  readonly entries: readonly RemoteEntry[]
  readonly bodies: Readonly<Record<'identity' | 'gzip' | 'br', Uint8Array<ArrayBuffer>>>
  readonly etag: string
}

/**
 * Reads the registry, at most one second old, so that a published version needs no notification.
 */
export interface Registry {
  read(): Promise<RegistrySnapshot>
}

const maxAgeMs = 1000

/** The registry of a gateway's database. */
export function createRegistry(database: Database, now: () => number = Date.now): Registry {
  let snapshot: RegistrySnapshot | null = null
  let loading: Promise<RegistrySnapshot> | null = null
  let loadedAt = 0
  async function load(): Promise<RegistrySnapshot> {
    const rows = await database.platformTx((db) =>
      db
        .select({ entry: remoteVersions.entry })
        .from(remoteVersions)
        .where(eq(remoteVersions.isCurrent, true))
        .orderBy(asc(remoteVersions.name)),
    )
    const text = JSON.stringify({ remotes: rows.map((row) => row.entry) })
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    if (snapshot?.etag !== etag)
      snapshot = await encode(
        rows.map((row) => row.entry),
        text,
        etag,
      )
    loadedAt = now()
    return snapshot
  }
  return {
    read: async () => {
      if (snapshot && now() - loadedAt < maxAgeMs) return snapshot
      loading ??= load().finally(() => {
        loading = null
      })
      return loading
    },
  }
}

async function encode(
  entries: readonly RemoteEntry[],
  text: string,
  etag: string,
): Promise<RegistrySnapshot> {
  const identity = new Uint8Array(Buffer.from(text))
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { entries, etag, bodies: { identity, br: new Uint8Array(br), gzip: new Uint8Array(zipped) } }
}
