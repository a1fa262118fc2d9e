import { z } from 'zod'

/**
 * A day of the calendar, as 2026-01-31, wherever on earth it is meant; `label` names it in the
 * sentences for people. Of years that databases and `Date` read alike.
 */
export const calendarDay = (label: string) =>
  z.iso
    .date(`${label} must be a day, as 2026-01-31.`)
    .regex(/^(?:19|2\d)/, `${label} must be between the years 1900 and 2999.`)

/** A day without a name of its own. */
export const CalendarDay = calendarDay('A date')

const dayMs = 86_400_000

/**
 * Making a format costs more than using it. By the name in small letters: each takes 30 KB, and the
 * spellings of a name that people may send have no end.
 */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase()
  const known = formats.get(name)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone, ...parts, ...clock })
  formats.set(name, made)
  return made
}

/** What a wall clock of the zone shows, read as if it were UTC: milliseconds since 1970. */
function clockAt(timeZone: string, at: number): number {
  const shown = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Names of three letters in the IANA database. */
const shortNames: ReadonlySet<string> = new Set(
  'CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '),
)
/** What else only runtimes know; a database refuses it, or takes IST for Israel's. */
const runtimesOwn = /^(?:SystemV\/|US\/Pacific-New$|Canada\/East-Saskatchewan$)/i

/** Whether this runtime knows an IANA time zone of this name; offsets as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || runtimesOwn.test(name)) return false
  if (name.length === 3 && !shortNames.has(name.toUpperCase())) return false
  try {
    return formatOf(name).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The day that it is in an IANA time zone at an instant, by default now. */
export function dayIn(timeZone: string, at: Date | number = Date.now()): string {
  return new Date(clockAt(timeZone, Number(at))).toISOString().slice(0, 10)
}

/**
 * The first instant of a day in an IANA time zone: midnight, or where clocks skip it the moment
 * after; where it comes twice, the first. A day that a zone leaves out begins with the next.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Clocks change at most once in the two days around, so one of both offsets holds at the start.
  const starts = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - (clockAt(timeZone, near) - near))
    .sort((a, b) => a - b)
  return new Date(starts.find((at) => dayIn(timeZone, at) === day) ?? Math.max(...starts))
}

/** The day so many months later; of a shorter month the last, as 28 February for 31 January. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days `to` is after `from`; negative if it is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
