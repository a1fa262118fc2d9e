import { defaultSettings } from '@portal/contracts/organization-settings'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { organizationSettings } from '../schema.ts'

/** A day and hour (0 to 23) in some time zone. */
export interface LocalTime {
  /** As 2026-01-31. */
  readonly day: string
  readonly hour: number
}

/** By zones in small letters, a few hundred. Making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** What clocks and calendars of an IANA time zone show at a moment. Throws if there is none. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const name = timeZone.toLowerCase()
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
    })
  formats.set(name, format)
  const parts = format.formatToParts(at)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) }
}

/** The time zone of an organization's settings. */
export async function timeZoneOf(db: TransactionHandle, of: OfOrganization): Promise<string> {
  const { timeZone } = organizationSettings
  const [settings] = await db
    .select({ timeZone })
    .from(organizationSettings)
    .where(own(organizationSettings, of))
  return settings?.timeZone ?? defaultSettings.timeZone
}
