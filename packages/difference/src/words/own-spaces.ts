import type { Span } from '@portal/file-rules/sentence-spans'
import type { Segment } from '../difference.ts'

type Same = Extract<Segment, { readonly op: 'same' }>
type Changed = Exclude<Segment, Same>

interface Texts {
  readonly before: string
  readonly after: string
}

/**
 * Moves white space that only one text has before a change, so that each text reads as it is
 * written: "permit." beside "permit of Facilities." is the same word and an added " of Facilities",
 * and "hour; to" beside "hour to" has lost ";", not "; ".
 */
export function withOwnSpaces(segments: readonly Segment[], texts: Texts): Segment[] {
  const own = [...segments]
  own.forEach((same, at) => {
    if (same.op !== 'same') return
    const [was, is] = [spaceAtEnd(texts.before, same.before), spaceAtEnd(texts.after, same.after)]
    if ((was === 0) === (is === 0)) return
    const bare: Same = { op: 'same', before: shorter(same.before, was), after: shorter(same.after, is) }
    const longer = was > 0 ? 'removed' : 'added'
    const [change, next] = [own[at + 1], own[at + 2]]
    if (!isChange(change)) return
    if (change.op === longer) own.splice(at, 2, bare, grown(change, was + is))
    else if (isChange(next)) own.splice(at, 3, bare, change, grown(next, was + is))
    else if (next) {
      const space = spaceAtEnd(texts[change.op === 'removed' ? 'before' : 'after'], spanOf(change))
      if (space === 0) return
      const [before, after] = change.op === 'removed' ? [space, is] : [was, space]
      const rest: Same = {
        op: 'same',
        before: earlier(next.before, before),
        after: earlier(next.after, after),
      }
      own.splice(at, 3, bare, cut(change, space), rest)
    }
  })
  return own
}

/** Tabs separate cells and stay where they are. */
const spaceAtEnd = (text: string, { start, end }: Span): number =>
  /[^\S\t]*$/.exec(text.slice(start, end))?.[0].length ?? 0

const isChange = (segment: Segment | undefined): segment is Changed =>
  segment !== undefined && segment.op !== 'same'
const spanOf = (change: Changed): Span => (change.op === 'removed' ? change.before : change.after)
const shorter = ({ start, end }: Span, by: number): Span => ({ start, end: end - by })
const earlier = ({ start, end }: Span, by: number): Span => ({ start: start - by, end })

const withSpan = (change: Changed, span: Span): Changed =>
  change.op === 'removed' ? { op: 'removed', before: span } : { op: 'added', after: span }
const grown = (change: Changed, by: number): Changed => withSpan(change, earlier(spanOf(change), by))
const cut = (change: Changed, by: number): Changed => withSpan(change, shorter(spanOf(change), by))
