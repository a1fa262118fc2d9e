import { useEffect, useState } from 'react'
import { absoluteTimeText, relativeTimeText } from './relative-time-text.ts'

const refreshMs = 60_000

/** A time in words that keep up with the clock; the full date and time on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const instant = Date.parse(at)
  if (Number.isNaN(instant)) return null
  return (
    <time dateTime={at} title={absoluteTimeText(instant)} className={className}>
      {relativeTimeText(instant, now)}
    </time>
  )
}
