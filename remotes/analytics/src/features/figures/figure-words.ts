const whole = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** What there is nothing to say about (decision 32). */
export const noFigure = '–'

export function numberText(value: number): string {
  return whole.format(value)
}

export function shareText(share: number | null): string {
  return share === null ? noFigure : percent.format(share)
}

export function durationText(ms: number | null): string {
  if (ms === null) return noFigure
  return ms < 1000 ? `${ms} ms` : `${seconds.format(ms / 1000)} s`
}

/** A day as 3 Feb, with the year if it is wanted. */
export function dayText(of: string, hasYear = false): string {
  return (hasYear ? dayOfYear : day).format(new Date(of))
}

/** How a number has changed since the period before: "Up 8%", "Down 3%", "As many as". */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'None, as' : 'None'
  const change = (now - before) / before
  if (change === 0) return 'As many as'
  return `${change > 0 ? 'Up' : 'Down'} ${percent.format(Math.abs(change))} on`
}
