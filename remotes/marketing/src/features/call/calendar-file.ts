import { callMinutes } from './proposed-times.ts'

export interface CalendarFacts {
  readonly times: readonly Date[]
  /** Where the proposal goes. */
  readonly mailbox: string
  /** What the entries are about. */
  readonly summary: string
  /** When the file is written. */
  readonly now: Date
}

/** An iCalendar file (RFC 5545) with one tentative entry for each proposed time. */
export function calendarFile({ times, mailbox, summary, now }: CalendarFacts): string {
  const events = times.flatMap((time) => [
    'BEGIN:VEVENT',
    `UID:${utc(time)}-call-${mailbox}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(time)}`,
    `DTEND:${utc(new Date(time.getTime() + callMinutes * 60_000))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(`Proposed to ${mailbox}. It is agreed once they have confirmed it.`)}`,
    'STATUS:TENTATIVE',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Compliance portal//Proposed call//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function utc(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '\\n')
}

/** RFC 5545, 3.1: at most 75 octets a line, continued after a space. */
function folded(line: string): string {
  const rows: string[] = []
  let row = ''
  for (const character of line) {
    if (new TextEncoder().encode(row + character).length > (rows.length === 0 ? 75 : 74)) {
      rows.push(row)
      row = ''
    }
    row += character
  }
  return [...rows, row].join('\r\n ')
}
