import type { Difference, Row } from '../difference.ts'

const subjects = [
  'Passports',
  'Invoices',
  'Contracts',
  'Samples',
  'Visitor logs',
  'Payslips',
  'Drawings',
  'Licences',
]
const verbs = [
  'are kept in a locked room',
  'are filed by the registrar',
  'are copied to the archive',
  'are signed twice',
]
const reasons = [
  'because auditors ask for them',
  'so that nothing is lost',
  'as the contract demands',
  'for tax purposes',
]

/** A generated policy; no two of its clauses say the same. */
export function policyOf(clauses: number): { readonly clauses: readonly string[] } {
  return {
    clauses: Array.from({ length: clauses }, (_, at) => {
      const of = (list: readonly string[], by: number) => list[Math.floor(at / by) % list.length] ?? ''
      const subject = of(subjects, 1)
      const verb = of(verbs, subjects.length)
      const reason = of(reasons, subjects.length * verbs.length)
      return `${subject} of series ${at + 1} ${verb} for three years ${reason}. The officer for series ${at + 1} checks them every ${(at % 11) + 2} months and writes down what was found, by whom, and when it was destroyed.`
    }),
  }
}

const runOf = (row: Row, side: 'before' | 'after') =>
  side in row ? (row as { before: { start: number; end: number } })[side as 'before'] : null

/** Empty, or what is wrong: a block in no row or in two, text between blocks, a torn segment. */
export function coveredOnce(
  difference: Difference,
  texts: { readonly before: string; readonly after: string },
): string {
  for (const side of ['before', 'after'] as const) {
    const blocks = difference[side]
    let next = 0
    for (const row of difference.rows) {
      const run = runOf(row, side)
      if (!run) continue
      if (run.start !== next || run.end <= run.start)
        return `${side}: block ${next} is followed by ${run.start}`
      next = run.end
    }
    if (next !== blocks.length) return `${side}: ${blocks.length - next} blocks have no row`
    let end = 0
    for (const block of [...blocks, { start: texts[side].length, end: texts[side].length }]) {
      const between = texts[side].slice(end, block.start)
      if (between.trim() !== '' || block.start < end) return `${side}: "${between}" is in no block`
      end = block.end
    }
  }
  return ''
}

/** The newer text, made of the older one and of what rows and segments add to it. */
export function appliedTo(before: string, difference: Difference, after: string): string {
  let written = 0
  const pieces: string[] = []
  const blocks = { before: difference.before, after: difference.after }
  for (const row of difference.rows) {
    const run = runOf(row, 'after')
    const [first, last] = [blocks.after[run?.start ?? -1], blocks.after[(run?.end ?? 0) - 1]]
    if (!run || !first || !last) continue
    pieces.push(after.slice(written, first.start))
    pieces.push(rowText(row, { before, after }, difference))
    written = last.end
  }
  return [...pieces, after.slice(written)].join('')
}

function rowText(row: Row, texts: { before: string; after: string }, difference: Difference): string {
  const run = runOf(row, 'after')
  const [first, last] = [difference.after[run?.start ?? -1], difference.after[(run?.end ?? 0) - 1]]
  if (!first || !last) return ''
  const whole = texts.after.slice(first.start, last.end)
  if (row.kind === 'added') return whole
  const segments = 'segments' in row ? row.segments : []
  if (segments.length === 0) {
    const from = row.kind === 'moved-here' ? difference.rows[row.counterpart] : row
    const old = from ? runOf(from, 'before') : null
    const [start, end] = [difference.before[old?.start ?? -1], difference.before[(old?.end ?? 0) - 1]]
    return settled(texts.before.slice(start?.bodyStart, end?.end), whole)
  }
  return segments
    .map((segment) => {
      if (segment.op === 'removed') return ''
      const is = texts.after.slice(segment.after.start, segment.after.end)
      if (segment.op === 'added') return is
      return settled(texts.before.slice(segment.before.start, segment.before.end), is)
    })
    .join('')
}

/** The new text where the old one is the same but for layout; else a sign that it is not. */
function settled(old: string, now: string): string {
  const letters = (text: string) => text.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '')
  return letters(now).endsWith(letters(old)) ? now : `<${old}>`
}
