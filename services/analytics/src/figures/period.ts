import { type Period, periodDaysDefault, periodDaysMax } from '@portal/contracts/analytics'
import { addDays, dayIn, daysBetween } from '@portal/contracts/calendar-day'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { askersMin } from '@portal/contracts/questions'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { organizations } from '../facts/facts-schema.ts'
import type { Context } from '../ports.ts'

/** What of an organization's settings concerns its figures. */
export async function loadOrganization(
  db: TransactionHandle,
  ctx: Context,
): Promise<{ readonly timeZone: string; readonly askersMin: number }> {
  const [row] = await db.select().from(organizations).where(own(organizations, ctx))
  return row ?? { timeZone: defaultSettings.timeZone, askersMin }
}

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The days that were asked for, by default the last 30, and as many before them. */
export async function loadPeriod(db: TransactionHandle, ctx: Context, query: Days): Promise<Period> {
  const { timeZone } = await loadOrganization(db, ctx)
  const to = query.to ?? dayIn(timeZone)
  const from = query.from ?? addDays(to, 1 - periodDaysDefault)
  const days = daysBetween(from, to) + 1
  if (days < 1) throw wrong('The period must not end before it begins.')
  if (days > periodDaysMax) throw wrong('The period must be at most five years.')
  return { from, to, previousFrom: addDays(from, -days), timeZone }
}

function wrong(message: string): CodedError {
  return new CodedError('invalid_request', message, { fields: { from: message } })
}
