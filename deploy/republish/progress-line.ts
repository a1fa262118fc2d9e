import type { RepublishProgress } from '@portal/service-kit/events/republish'

/** Shows progress: on a terminal one line that is written over, elsewhere a line per tenth. */
export function progressLine(out: {
  readonly isTTY?: boolean
  write(text: string): unknown
}): (progress: RepublishProgress) => void {
  let written = ''
  return ({ what, done, of }) => {
    const tenth = of === 0 ? 10 : Math.floor((done * 10) / of)
    const isLast = done === of
    if (out.isTTY) {
      const verb = what === 'events' ? 'published' : 'told'
      out.write(`\r${what}: ${done} of ${of} ${verb}   ${isLast ? '\n' : ''}`)
    } else if (written !== `${what} ${tenth}`) {
      written = `${what} ${tenth}`
      out.write(`${what}: ${done} of ${of}\n`)
    }
  }
}
