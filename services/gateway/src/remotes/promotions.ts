import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, eq } from 'drizzle-orm'
import {
  type Author,
  lockRemote,
  RefusedRemote,
  type RemoteStore,
  recordAct,
  usableEntry,
} from './remote-store.ts'
import { remoteActs, remotePins, remotePromotions, remoteReports, remoteVersions } from './tables.ts'

/** A version for a share of the organizations, or for everybody with 100 percent. */
export interface Promotion {
  readonly name: string
  readonly version: string
  readonly percent: number
  /** Percentage of people for whom it may fail before it is rolled back. */
  readonly threshold: number
}

/** Shows a published version to this share of organizations. Throws RefusedRemote. */
export async function promoteRemote(store: RemoteStore, promotion: Promotion, author: Author): Promise<void> {
  const { name, version, percent, threshold } = promotion
  await store.database.platformTx(async (db) => {
    await lockRemote(db, name)
    await usableEntry(db, store, promotion)
    const [before, current] = [await latestPromotion(db, name), await currentVersion(db, name)]
    if (percent < 100 && (current === null || current === version))
      throw new RefusedRemote(
        current === null
          ? `Nobody has a version of '${name}' yet: promote the first to 100 percent.`
          : `Everybody has ${name} ${version} already.`,
      )
    const previous = current === version ? (before?.version === version ? before.previous : null) : current
    if (percent === 100) await makeCurrent(db, name, version)
    const row = { version, previous, percent, threshold, promotedAt: new Date() }
    await db
      .insert(remotePromotions)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: remotePromotions.name, set: row })
    // Each step is judged by the reports from then on.
    await db
      .delete(remoteReports)
      .where(and(eq(remoteReports.name, name), eq(remoteReports.version, version)))
    await recordAct(db, author, { name, act: 'promote', version, percent })
  })
}

/** Whether this version was ever shown by a promotion, whatever became of it. */
export async function wasPromoted(store: RemoteStore, name: string, version: string): Promise<boolean> {
  const ofVersion = and(eq(remoteActs.name, name), eq(remoteActs.version, version))
  const promotions = and(ofVersion, eq(remoteActs.act, 'promote'))
  return (await store.database.platformTx((db) => db.$count(remoteActs, promotions))) > 0
}

/**
 * Takes the latest promotion back, or shows an earlier version to everybody. Returns the version
 * that everybody has then. Throws RefusedRemote.
 */
export function rollBackRemote(
  store: RemoteStore,
  target: { readonly name: string; readonly version?: string | undefined },
  author: Author,
): Promise<string> {
  return store.database.platformTx(async (db) => {
    await lockRemote(db, target.name)
    return takeBack(db, store, { ...target, author })
  })
}

interface Rollback {
  readonly name: string
  readonly version?: string | undefined
  readonly author: Author
}

/** The same in a transaction that holds the remote's lock. */
export async function takeBack(
  db: TransactionHandle,
  store: RemoteStore,
  { name, version: wanted, author }: Rollback,
): Promise<string> {
  const version = wanted ?? (await latestPromotion(db, name))?.previous ?? null
  if (version === null)
    throw new RefusedRemote(`There is no promotion of '${name}' to take back; name a version to show again.`)
  await usableEntry(db, store, { name, version })
  await makeCurrent(db, name, version)
  await db.delete(remotePromotions).where(eq(remotePromotions.name, name))
  await recordAct(db, author, { name, act: 'rollback', version, percent: 100 })
  return version
}

/** An organization that keeps a version, whatever is promoted; null ends it. */
export interface Pin {
  readonly name: string
  readonly organization: number
  readonly version: string | null
}

/** Pins a published version for an organization, or ends that. Throws RefusedRemote. */
export async function pinRemote(store: RemoteStore, pin: Pin, author: Author): Promise<void> {
  const { name, organization, version } = pin
  await store.database.platformTx(async (db) => {
    await lockRemote(db, name)
    const own = and(eq(remotePins.name, name), eq(remotePins.organization, organization))
    const [removed] = await db.delete(remotePins).where(own).returning()
    if (version === null) {
      if (!removed)
        throw new RefusedRemote(`Organization ${organization} has no pinned version of '${name}'.`)
    } else {
      await usableEntry(db, store, { name, version })
      await db.insert(remotePins).values({ name, organization, version, pinnedAt: new Date() })
    }
    const act = version === null ? 'unpin' : 'pin'
    await recordAct(db, author, { name, act, organization, version: version ?? removed?.version ?? null })
  })
}

export async function latestPromotion(db: TransactionHandle, name: string) {
  const [row] = await db.select().from(remotePromotions).where(eq(remotePromotions.name, name))
  return row ?? null
}

async function currentVersion(db: TransactionHandle, name: string): Promise<string | null> {
  const [row] = await db
    .select({ version: remoteVersions.version })
    .from(remoteVersions)
    .where(and(eq(remoteVersions.name, name), eq(remoteVersions.isCurrent, true)))
  return row?.version ?? null
}

async function makeCurrent(db: TransactionHandle, name: string, version: string): Promise<void> {
  const ofRemote = eq(remoteVersions.name, name)
  await db
    .update(remoteVersions)
    .set({ isCurrent: false })
    .where(and(ofRemote, eq(remoteVersions.isCurrent, true)))
  await db
    .update(remoteVersions)
    .set({ isCurrent: true })
    .where(and(ofRemote, eq(remoteVersions.version, version)))
}
