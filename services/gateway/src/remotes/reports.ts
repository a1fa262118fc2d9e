import { createHmac } from 'node:crypto'
import type { RemoteReport } from '@portal/contracts/remote-releases'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { and, eq, lt, sql } from 'drizzle-orm'
import { latestPromotion, takeBack } from './promotions.ts'
import { lockRemote, RefusedRemote, type RemoteStore } from './remote-store.ts'
import { type remotePromotions, remoteReports } from './tables.ts'

/** How long after its promotion a version may be rolled back by itself. */
const watchMs = 24 * 3600_000
/** How long reports are kept. */
const keptMs = 30 * 24 * 3600_000
/** Fewer people are not enough: one person counts once, with any number of sessions. */
const failingPeopleMin = 3
/** If several organizations have opened it, it must fail in more than one. */
const failingOrganizationsMin = 2

type PromotionRow = typeof remotePromotions.$inferSelect

/** Whether the version may be rolled back by itself: for a day, with a threshold below 100. */
export function isWatched({
  promotedAt,
  threshold,
}: Pick<PromotionRow, 'promotedAt' | 'threshold'>): boolean {
  return threshold < 100 && Date.now() - promotedAt.getTime() < watchMs
}

/** What people's shells reported of a version: distinct people and organizations. */
export interface ReportCounts {
  readonly people: number
  readonly failing: number
  readonly organizations: number
  readonly failingOrganizations: number
}

/** Why a version is to be rolled back, in a sentence; null if it is not. */
export function verdictOn(counts: ReportCounts, threshold: number): string | null {
  const { people, failing, organizations, failingOrganizations } = counts
  const share = (100 * failing) / Math.max(1, people)
  if (failing < failingPeopleMin || share <= threshold) return null
  if (failingOrganizations < Math.min(failingOrganizationsMin, organizations)) return null
  const where = `${failingOrganizations} of ${organizations} organizations`
  return `It failed for ${failing} of ${people} people in ${where}: ${Math.round(share)}%, allowed are ${threshold}%.`
}

/** Who reports: of the person and organization only keyed hashes are kept. */
export interface Reporter {
  readonly personId: string
  readonly organizationId: number | null
}

/** Keeps reports and judges promotions by them. */
export function createReports(store: RemoteStore, secret: Uint8Array) {
  const pseudonym = (report: RemoteReport, text: string) =>
    createHmac('sha256', secret)
      .update(`remote report\n${report.name}\n${report.version}\n${text}`)
      .digest('base64url')
      .slice(0, 22)
  return {
    /** Adds a report of a version that this person has; a failure stays one. May roll back. */
    async add(report: RemoteReport, { personId, organizationId }: Reporter): Promise<void> {
      const { name, version } = report
      const hasFailed = report.outcome === 'failed'
      const organization = organizationId === null ? '' : pseudonym(report, `organization ${organizationId}`)
      const facts = {
        kind: report.kind ?? null,
        error: report.error ?? null,
        location: report.location ?? null,
      }
      const key = { name, version, reporter: pseudonym(report, `person ${personId}`) }
      await store.database.platformTx(async (db) => {
        // Before any row: a promotion takes them in this order too.
        if (hasFailed) await lockRemote(db, name)
        const row = { organization, hasFailed, at: new Date(), ...(hasFailed && facts) }
        const added = await db
          .insert(remoteReports)
          .values({ ...key, ...row })
          .onConflictDoUpdate({
            target: [remoteReports.name, remoteReports.version, remoteReports.reporter],
            set: row,
            setWhere: sql`${hasFailed} and not ${remoteReports.hasFailed}`,
          })
          .returning()
        if (hasFailed && added.length > 0) await judge(db, store, report)
      })
    },
    /** Hourly: deletes reports older than a month. */
    async forgetOld(): Promise<void> {
      const oldest = new Date(Date.now() - keptMs)
      await store.database.platformTx((db) => db.delete(remoteReports).where(lt(remoteReports.at, oldest)))
    },
  }
}

/** Rolls the version back if it is the latest promotion and fails for too many. Under the lock. */
async function judge(db: TransactionHandle, store: RemoteStore, report: RemoteReport): Promise<void> {
  const promotion = await latestPromotion(db, report.name)
  if (promotion?.version !== report.version || promotion.previous === null || !isWatched(promotion)) return
  const why = verdictOn(await countReports(db, report), promotion.threshold)
  if (why === null) return
  try {
    await takeBack(db, store, { name: report.name, author: { by: 'automatic', who: null, why } })
  } catch (error) {
    // The previous version may not be shown any more; the operator still sees the reports.
    if (!(error instanceof RefusedRemote)) throw error
  }
}

/** People and organizations that opened a version since its promotion, and for whom it failed. */
export async function countReports(
  db: TransactionHandle,
  { name, version }: Pick<RemoteReport, 'name' | 'version'>,
): Promise<ReportCounts> {
  const failed = sql`filter (where ${remoteReports.hasFailed})`
  const organization = remoteReports.organization
  const [counts] = await db
    .select({
      people: sql<number>`count(*)::int`,
      failing: sql<number>`(count(*) ${failed})::int`,
      organizations: sql<number>`count(distinct ${organization})::int`,
      failingOrganizations: sql<number>`(count(distinct ${organization}) ${failed})::int`,
    })
    .from(remoteReports)
    .where(and(eq(remoteReports.name, name), eq(remoteReports.version, version)))
  return counts ?? { people: 0, failing: 0, organizations: 0, failingOrganizations: 0 }
}
