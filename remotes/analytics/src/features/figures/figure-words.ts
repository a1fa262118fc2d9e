import { shareText as knownShareText } from '@portal/contracts/share-text'

const whole = new Intl.NumberFormat('en-US')
const change = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** What there is nothing to say about (decision 32). */
export const noFigure = '–'

export function numberText(value: number): string {
  return whole.format(value)
}

export function shareText(share: number | null): string {
  return share === null ? noFigure : knownShareText(share)
}

export function durationText(ms: number | null): string {
  if (ms === null) return noFigure
  return ms < 1000 ? `${ms} ms` : `${seconds.format(ms / 1000)} s`
}

/** A day as 3 Feb, with the year if it is wanted. */
export function dayText(of: string, hasYear = false): string {
  return (hasYear ? dayOfYear : day).format(new Date(of))
}

/** How a number has changed, as +20% or -3%; a dash after none. */
export function changeText(now: number, before: number): string {
  return before === 0 ? noFigure : change.format((now - before) / before)
}
