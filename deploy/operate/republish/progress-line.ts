import type { RepublishProgress } from '@portal/service-kit/outbox/republish'

/** Shows progress: one updating line on a terminal, otherwise a line per tenth. */
export function progressLine(
  out: { readonly isTTY?: boolean; write(text: string): unknown },
  done = 'told',
): (progress: RepublishProgress) => void {
  let written = ''
  return ({ what, done: number, of }) => {
    const tenth = of === 0 ? 10 : Math.floor((number * 10) / of)
    const isLast = number === of
    if (out.isTTY) {
      const verb = what === 'events' ? 'published' : done
      out.write(`\r${what}: ${number} of ${of} ${verb}   ${isLast ? '\n' : ''}`)
    } else if (written !== `${what} ${tenth}`) {
      written = `${what} ${tenth}`
      out.write(`${what}: ${number} of ${of}\n`)
    }
  }
}
