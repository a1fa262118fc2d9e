const steps = [
  { unit: 'second', ms: 1000, below: 60 },
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 30 },
  { unit: 'month', ms: 2_629_800_000, below: 12 },
  { unit: 'year', ms: 31_557_600_000, below: Number.POSITIVE_INFINITY },
] as const

/**
 * The distance of two instants in words: "just now", "5 minutes ago", "yesterday", "in 2 days".
 * Both in milliseconds since the epoch.
 */
export function relativeTimeText(at: number, now: number, locale = 'en'): string {
  const elapsed = at - now
  if (Math.abs(elapsed) < 45_000) return 'just now'
  const step = steps.find(({ ms, below }) => Math.round(Math.abs(elapsed) / ms) < below) ?? steps[5]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    Math.round(elapsed / step.ms),
    step.unit,
  )
}

/** An instant written out: "3 Feb 2026, 14:05" in the person's time zone. */
export function absoluteTimeText(at: number, locale = 'en-GB'): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}
