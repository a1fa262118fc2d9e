import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Database } from '@portal/service-kit/database/open-database'
import { asc, eq } from 'drizzle-orm'
import { ExpiringCache } from '../expiring-cache.ts'
import { remoteVersions } from '../schema.ts'

/** The registry's entries, the JSON of /remotes.json in three encodings, and its entity tag. */
export interface RegistrySnapshot {
  readonly entries: readonly RemoteEntry[]
  readonly bodies: Readonly<Record<'identity' | 'gzip' | 'br', Uint8Array<ArrayBuffer>>>
  readonly etag: string
}

export type Registry = ReturnType<typeof createRegistry>

/** The registry, at most one second old, so that a published version needs no notification. */
export function createRegistry(database: Database) {
  const known = new ExpiringCache<RegistrySnapshot>({ maxAgeMs: 1000, entriesMax: 1 })
  let latest: RegistrySnapshot | null = null
  async function load(): Promise<RegistrySnapshot> {
    const rows = await database.platformTx((db) =>
      db
        .select({ entry: remoteVersions.entry })
        .from(remoteVersions)
        .where(eq(remoteVersions.isCurrent, true))
        .orderBy(asc(remoteVersions.name)),
    )
    const entries = rows.map((row) => row.entry)
    const text = JSON.stringify({ remotes: entries.map(forBrowsers) })
    const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`
    if (latest?.etag !== etag) latest = { entries, etag, bodies: await encode(text) }
    return latest
  }
  return { read: () => known.read('registry', load) }
}

/** Browsers check scripts and styles only; a remote may bring hundreds of other files. */
function forBrowsers(entry: RemoteEntry): RemoteEntry {
  const checked = Object.entries(entry.integrity).filter(([file]) => /\.(js|css)$/.test(file))
  return { ...entry, integrity: Object.fromEntries(checked) }
}

async function encode(text: string): Promise<RegistrySnapshot['bodies']> {
  const identity = new Uint8Array(Buffer.from(text))
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { identity, br: new Uint8Array(br), gzip: new Uint8Array(zipped) }
}
