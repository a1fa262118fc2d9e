import { desc, eq, sql } from 'drizzle-orm'
import { CodedError, rowOrNotFound } from '../coded-error.ts'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { own } from '../database/own.ts'
import { quotaUsage } from '../tables.ts'

/** What a person and their organization may use between two midnights (UTC). */
export interface DailyQuota {
  readonly person: number
  readonly organization: number
}

/** `what` names the counter, `unit` what is counted, in the plural, for people. */
export interface Spending {
  readonly what: string
  readonly unit: string
  readonly amount: number
  readonly quota: DailyQuota
}

/** `personId` is null for background work, which counts for the organization alone. */
export interface Spender {
  readonly organizationId: number
  readonly personId: string | null
}

const dayMs = 86_400_000
/** The person of the row that counts the whole organization. */
const ofAllTogether = ''

/**
 * Counts an amount in the transaction of its effect; parallel ones of an organization wait for each
 * other. Throws CodedError `rate_limited`, with the time of reset, above a quota.
 */
export async function spend(db: TransactionHandle, by: Spender, spending: Spending): Promise<void> {
  const { what, amount, unit, quota } = spending
  const ofAll = await count(db, everyone(by), { what, amount })
  if (ofAll > quota.organization) throw usedUp(`Your organization has used its ${unit} of today.`)
  if (by.personId === null) return
  if ((await count(db, by, { what, amount })) > quota.person)
    throw usedUp(`You have used your ${unit} of today.`)
}

/** Corrects an estimate that was spent before the amount was known; negative: less was used. */
export async function settle(
  db: TransactionHandle,
  by: Spender,
  spent: Pick<Spending, 'what' | 'amount'>,
): Promise<void> {
  await count(db, everyone(by), spent)
  if (by.personId !== null) await count(db, by, spent)
}

/**
 * What an organization has used of a counter since midnight (UTC), and the people who have used
 * most of it, by amount.
 */
export async function usedToday(
  db: TransactionHandle,
  { organizationId }: Pick<Spender, 'organizationId'>,
  { what, peopleMax }: { readonly what: string; readonly peopleMax: number },
): Promise<{ organization: number; people: { personId: string; used: number }[] }> {
  const rows = await db
    .select({ personId: quotaUsage.personId, used: quotaUsage.used })
    .from(quotaUsage)
    .where(own(quotaUsage, { organizationId }, eq(quotaUsage.what, what), eq(quotaUsage.day, today())))
    .orderBy(desc(quotaUsage.used), quotaUsage.personId)
    // The first row is the organization's total.
    .limit(peopleMax + 1)
  const people = rows.filter(({ personId }) => personId !== ofAllTogether)
  const all = rows.find(({ personId }) => personId === ofAllTogether)
  return { organization: all?.used ?? 0, people: people.slice(0, peopleMax) }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** Not a copy of `by`, which may be a context with getters. */
function everyone({ organizationId }: Spender): Spender {
  return { organizationId, personId: null }
}

/** Adds to a daily counter and returns its new value. */
async function count(
  db: TransactionHandle,
  { organizationId, personId }: Spender,
  { what, amount }: Pick<Spending, 'what' | 'amount'>,
): Promise<number> {
  const day = today()
  const { used } = quotaUsage
  const [row] = await db
    .insert(quotaUsage)
    .values({ organizationId, personId: personId ?? ofAllTogether, what, day, used: Math.max(0, amount) })
    .onConflictDoUpdate({
      target: [quotaUsage.organizationId, quotaUsage.personId, quotaUsage.what],
      set: {
        day: sql`excluded.day`,
        used: sql`case when ${quotaUsage.day} = excluded.day then greatest(0, ${used} + ${amount}) else excluded.used end`,
      },
    })
    .returning({ used })
  return rowOrNotFound(row).used
}

function usedUp(sentence: string): CodedError {
  const now = Date.now()
  const reset = (Math.floor(now / dayMs) + 1) * dayMs
  const at = new Date(reset).toISOString().slice(0, 10)
  return new CodedError('rate_limited', `${sentence} More are possible from ${at} 00:00 UTC on.`, {
    retryAfterSeconds: Math.ceil((reset - now) / 1000),
  })
}
