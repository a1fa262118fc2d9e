import { defaultSettings } from '@portal/contracts/organization-settings'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { every } from '@portal/service-kit/sleep'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, exists, inArray, isNotNull, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { TeamPorts } from '../ports.ts'
import { memberships, organizationSettings, organizations, people } from '../schema.ts'
import { localTime } from './local-time.ts'
import { isNews } from './notifications.ts'
import { digestDays, digests, notificationSettings, notifications } from './notifications-schema.ts'
import { sendDigests } from './send-digests.ts'

const periodMs = 60_000
const rowsPerInsert = 1000
/** Failures of one look; so many are not those of some organizations. */
const failuresMax = 10

/** Looks in every replica whose day has begun; after a stop it makes up for the last day alone. */
export function startDigests({ platformTx, ports, log }: ServiceScope<TeamPorts>) {
  const { mailer, digestHour: hour } = ports
  return every(
    periodMs,
    async () => {
      if (mailer && hour !== null) await planDigests({ platformTx }, { now: new Date(), hour })
    },
    (error) => log.warn({ err: error }, 'daily mails could not be planned, next try soon'),
  )
}

/**
 * Has each organization's mails sent once it is past this hour there, once on each of its days. One
 * that cannot be planned keeps no other waiting; its error is thrown at the end.
 */
export async function planDigests(
  { platformTx }: Pick<ServiceScope<TeamPorts>, 'platformTx'>,
  { now, hour }: { readonly now: Date; readonly hour: number },
): Promise<void> {
  const all = await platformTx((db) =>
    db
      .select({
        organizationId: organizations.id,
        planned: digestDays.day,
        timeZone: organizationSettings.timeZone,
      })
      .from(organizations)
      .leftJoin(digestDays, eq(digestDays.organizationId, organizations.id))
      .leftJoin(organizationSettings, eq(organizationSettings.organizationId, organizations.id))
      .where(isNull(organizations.disabledAt)),
  )
  const failures: unknown[] = []
  for (const { organizationId, planned, timeZone } of all) {
    if (failures.length === failuresMax) break
    try {
      const local = localTime(now, timeZone ?? defaultSettings.timeZone)
      if (local.hour < hour || (planned ?? '') >= local.day) continue
      await platformTx(async (db, enqueueFor) => {
        if (!(await beginDay(db, organizationId, local.day))) return
        const count = await planDay(db, organizationId, local.day)
        if (count > 0) await enqueueFor(organizationId)(sendDigests, { subject: 'digests', payload: {} })
      })
    } catch (cause) {
      failures.push(new Error(`Organization ${organizationId} could not be planned.`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some daily mails could not be planned.')
}

/** False if another replica was faster; its transaction is awaited. */
async function beginDay(db: TransactionHandle, organizationId: number, day: string): Promise<boolean> {
  const begun = await db
    .insert(digestDays)
    .values({ organizationId, day })
    .onConflictDoUpdate({
      target: digestDays.organizationId,
      set: { day },
      setWhere: lt(digestDays.day, day),
    })
    .returning({ day: digestDays.day })
  return begun.length > 0
}

/** Adds a waiting mail for everyone with something new, in place of those left of earlier days. */
async function planDay(db: TransactionHandle, organizationId: number, day: string): Promise<number> {
  const isLeft = inArray(digests.state, ['waiting', 'sending'])
  await db.delete(digests).where(own(digests, { organizationId }, isLeft))
  const recipients = await db
    .select({ personId: memberships.personId, address: people.email })
    .from(memberships)
    .innerJoin(people, and(eq(people.id, memberships.personId), canBeMailed))
    .where(own(memberships, { organizationId }, hasNews(db), notExists(declined(db))))
    .orderBy(memberships.personId)
  for (let at = 0; at < recipients.length; at += rowsPerInsert) {
    const rows = recipients.slice(at, at + rowsPerInsert)
    await db
      .insert(digests)
      .values(rows.map((row) => ({ ...row, organizationId, day, id: uuidV7(), state: 'waiting' as const })))
      .onConflictDoNothing()
  }
  return recipients.length
}

/** An address that nobody has verified may be a stranger's. */
const canBeMailed = and(
  isNotNull(people.email),
  eq(people.isEmailVerified, true),
  eq(people.isDisabled, false),
)

function hasNews(db: TransactionHandle): SQL {
  const theirs = own(notifications, memberships, eq(notifications.personId, memberships.personId))
  return exists(db.select({ one: sql`1` }).from(notifications).where(and(theirs, isNews)))
}

function declined(db: TransactionHandle) {
  const { personId, hasDigest } = notificationSettings
  const theirs = own(notificationSettings, memberships, eq(personId, memberships.personId))
  return db
    .select({ one: sql`1` })
    .from(notificationSettings)
    .where(and(theirs, eq(hasDigest, false)))
}
