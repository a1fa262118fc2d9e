import type { Citation, CitedSpan } from '@portal/contracts/chat'
import type { RetrievedPassage, TextSpan } from '@portal/contracts/retrieval'
import type { PassageQuote } from '@portal/service-kit/ports/chat-model'

/** A citation of a draft, with the words that the answer shows for it. */
export interface DraftCitation extends Citation {
  readonly shown: string
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Cites a quotation with its context; null unless all of it is inside of the passage. */
export function cite(
  passage: RetrievedPassage,
  { start, end, context = [] }: PassageQuote,
  number: number,
): DraftCitation | null {
  const { documentId, versionId, version, title, customId, headingPath, page, text } = passage
  const spans = [{ start, end }, ...context]
  if (!spans.every((span) => isInside(span, text))) return null
  const inVersion = (span: Span): CitedSpan => ({
    start: passage.start + span.start,
    end: passage.start + span.end,
    quote: text.slice(span.start, span.end),
  })
  const source = { documentId, versionId, version, title, customId, headingPath, page }
  const shownWith = context.length > 0 && { context: context.map(inVersion) }
  return { number, ...source, ...inVersion({ start, end }), ...shownWith, shown: shownText(text, spans) }
}

function isInside({ start, end }: Span, text: string): boolean {
  return [start, end].every(Number.isInteger) && start >= 0 && end > start && end <= text.length
}

/** Whether each citation, context included, is byte-identical to the stored text. */
export async function verifyCitations(
  citations: readonly Citation[],
  verify: (spans: readonly TextSpan[]) => Promise<readonly boolean[]>,
): Promise<boolean[]> {
  const spans = citations.map(({ versionId, context = [], ...quoted }) =>
    [quoted, ...context].map(({ start, end, quote }) => ({ versionId, start, end, text: quote })),
  )
  const valid = spans.length === 0 ? [] : await verify(spans.flat())
  let checked = 0
  return spans.map((ofCitation) => {
    const from = checked
    checked += ofCitation.length
    return ofCitation.every((_, at) => valid[from + at] === true)
  })
}

const bullet = '[•◦▪▫‣⁃●○■□–—*·-]'
const bulletBefore = new RegExp(`(?:^|\\n)\\s*${bullet}\\s+$`, 'u')
const lineEnd = new RegExp(`(?<![-\\u2010-\\u2015])\\s*\\n\\s*(${bullet}\\s+)?`, 'gu')

/**
 * The spans in the document's order, as lines: list items after "- " or their own marker, cells
 * apart by " | ". What is left out within a line shows as an ellipsis.
 */
function shownText(text: string, spans: readonly Span[]): string {
  let shown = ''
  let reached = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const between = text.slice(reached, start)
    if (shown === '') shown += bulletBefore.test(between) ? '- ' : ''
    else if (between.includes('\n')) shown += bulletBefore.test(between) ? '\n- ' : '\n'
    else shown += /[\p{L}\p{N}]/u.test(between) ? ' … ' : ' '
    shown += text.slice(start, end)
    reached = end
  }
  const lines = shown
    .replace(lineEnd, (_, marker?: string) => (marker ? '\n- ' : '\n'))
    .replace(/([-\u2010-\u2015])\n/g, '$1')
    .split('\n')
  return listLines(lines)
    .map((line) => cellsApart(line).trim())
    .join('\n')
}

/** Some texts have the bars around cells, too, which only draw. */
function cellsApart(line: string): string {
  const isDrawn = /^\|.*\|$/.test(line)
  const inner = isDrawn ? line.slice(1, -1).replace(/\t\|/g, '\t') : line
  return inner.replace(/ *\t */g, ' | ')
}

/** Word shows the bullets of its lists, but their text has none. */
function listLines(lines: readonly string[]): string[] {
  const leadIn = lines.findIndex((line) => line.endsWith(':'))
  const items = leadIn === -1 ? [] : lines.slice(leadIn + 1)
  const isPlain =
    items.length > 0 && items.every((line) => /^[\p{L}\p{N}]/u.test(line) && !/^\(?\w{1,4}[.)]\s/.test(line))
  return lines.map((line, at) => (isPlain && at > leadIn && !line.includes('\t') ? `- ${line}` : line))
}

/** The citation as it is stored and sent, under the number of its mark. */
export function withoutDisplay({ shown, ...citation }: DraftCitation, number: number): Citation {
  return { ...citation, number }
}
