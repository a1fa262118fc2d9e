import { useEffect, useState } from 'react'

const dayMs = 86_400_000
const steps = [
  { unit: 'second', ms: 1000, below: 60 },
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: dayMs, below: 30 },
  { unit: 'month', ms: 2_629_800_000, below: 12 },
  { unit: 'year', ms: 31_557_600_000, below: Number.POSITIVE_INFINITY },
] as const

const inNumbers = new Intl.RelativeTimeFormat('en')
/** "yesterday", "tomorrow". */
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
/** "3 Feb 2026, 14:05" in the person's time zone. */
const writtenOut = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * The distance of two instants in words: "just now", "5 minutes ago", "yesterday", "in 2 days".
 * Both in milliseconds since the epoch. From a day on it counts days of the person's calendar:
 * what is 30 hours away may be due the day after tomorrow.
 */
export function relativeTimeText(at: number, now: number): string {
  const elapsed = at - now
  if (Math.abs(elapsed) < 45_000) return 'just now'
  const step = steps.find(({ ms, below }) => Math.round(Math.abs(elapsed) / ms) < below) ?? steps[5]
  if (step.unit === 'day') return inWords.format(dayOf(at) - dayOf(now), 'day')
  return inNumbers.format(Math.round(elapsed / step.ms), step.unit)
}

/** The number of a day of the person's calendar. */
function dayOf(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs
}

/** A time in words that keep up with the clock; the full date and time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return null
  return (
    <time dateTime={at} title={writtenOut.format(instant)} className={className}>
      {relativeTimeText(instant, now)}
    </time>
  )
}
