import type { ReleasedRemote, RemoteReleases } from '@portal/contracts/remote-releases'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { listRemoteVersions } from './publish-remote.ts'
import { type RemoteStore, reasonAgainst } from './remote-store.ts'
import { countReports, isWatched } from './reports.ts'
import { signerOf } from './signatures.ts'
import { remoteActs, remotePins, remotePromotions, remoteReports, type remoteVersions } from './tables.ts'

/** Versions of each remote and acts of all of them that are shown. */
const shown = { versions: 20, acts: 100, failures: 10 } as const

type VersionRow = typeof remoteVersions.$inferSelect

/** Everything about remotes that operators see. */
export async function presentRemotes(store: RemoteStore): Promise<RemoteReleases> {
  const rows = await listRemoteVersions(store)
  const names = [...new Set(rows.map(({ name }) => name))]
  return store.database.platformTx(async (db) => {
    const remotes = []
    for (const name of names)
      remotes.push(await presentRemote(db, store, { name, rows: rows.filter((row) => row.name === name) }))
    const acts = await db.select().from(remoteActs).orderBy(desc(remoteActs.id)).limit(shown.acts)
    return {
      contract: store.contract,
      keys: [...store.keys.keys()],
      remotes,
      acts: acts.map((act) => ({ ...act, at: act.at.toISOString() })),
    }
  })
}

async function presentRemote(
  db: TransactionHandle,
  store: RemoteStore,
  { name, rows }: { readonly name: string; readonly rows: readonly VersionRow[] },
): Promise<ReleasedRemote> {
  const pins = await db
    .select()
    .from(remotePins)
    .where(eq(remotePins.name, name))
    .orderBy(remotePins.organization)
  const [promotion] = await db.select().from(remotePromotions).where(eq(remotePromotions.name, name))
  const current = rows.find(({ isCurrent }) => isCurrent)?.version ?? null
  const used = new Set([current, promotion?.version, promotion?.previous, ...pins.map((pin) => pin.version)])
  const listed = rows.filter((row, at) => at < shown.versions || used.has(row.version))
  return {
    name,
    current,
    promotion: promotion
      ? {
          ...{ version: promotion.version, previous: promotion.previous },
          ...{ percent: promotion.percent, threshold: promotion.threshold },
          promotedAt: promotion.promotedAt.toISOString(),
          isWatched: isWatched(promotion),
          ...(await countReports(db, promotion)),
        }
      : null,
    versions: listed.map(({ version, publishedAt, entry }) => ({
      ...{ version, publishedAt: publishedAt.toISOString(), contract: entry.contract ?? null },
      signedBy: signerOf(entry, store.keys),
      reasonAgainst: reasonAgainst(entry, store),
    })),
    pins: pins.map(({ organization, version }) => ({ organization, version })),
    failures: await failuresOf(db, name, listed),
  }
}

/** Failures of the listed versions, by what failed where, the most frequent first. */
async function failuresOf(db: TransactionHandle, name: string, versions: readonly VersionRow[]) {
  const { version, kind, error, location } = remoteReports
  const people = sql<number>`count(*)::int`
  const failed = and(
    eq(remoteReports.name, name),
    eq(remoteReports.hasFailed, true),
    inArray(version, [...versions.map((row) => row.version)]),
  )
  const rows = await db
    .select({ version, kind, error, location, people })
    .from(remoteReports)
    .where(failed)
    .groupBy(version, kind, error, location)
    .orderBy(desc(people))
    .limit(shown.failures)
  return rows
}
