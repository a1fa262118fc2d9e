import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { outcomeWords } from '@portal/contracts/outcome-words'
import { type Html, html } from '@portal/service-kit/html'

type ShownAnswer = Pick<ChatMessage, 'outcome' | 'content' | 'citations' | 'closest' | 'understoodAs'>

/** An answer with its outcome in words, how its question was understood, and its sources. */
export function answerMarkup(
  { outcome, content, citations, closest = [], understoodAs }: ShownAnswer,
  about: (citation: Citation) => Html | null = () => null,
): Html {
  return html`${outcome && html`<p><strong>${outcomeWords[outcome]}</strong></p>`}
${understoodAs !== undefined && html`<p>Understood as “<bdi>${understoodAs}</bdi>”</p>`}
${content.split(/\n{2,}/).flatMap((text) => blocksMarkup([{ text, isDeciding: false }]))}
${citations.length > 0 && html`<h3>Sources</h3>${sources(citations, about)}`}
${closest.length > 0 && html`<h3>Closest passages, which may not answer</h3>${sources(closest, about)}`}`
}

function sources(citations: readonly Citation[], about: (citation: Citation) => Html | null): Html {
  return html`<ol class="sources">${citations.map(
    (citation) => html`<li value="${citation.number}"><bdi>${citation.title}</bdi>
<div class="quiet">${locationOf(citation)}</div>
${quotedMarkup(citation)}${about(citation)}</li>`,
  )}</ol>`
}

/** The deciding clause, and in the document's order what must be read with it (decision 78). */
function quotedMarkup({ start, quote, context = [] }: Citation): Html {
  const spans = [...context, { start, quote }].sort((a, b) => a.start - b.start)
  const quoted = spans.map((span) => ({ text: span.quote, isDeciding: span.start === start }))
  return html`<blockquote>${blocksMarkup(quoted)}</blockquote>`
}

interface Piece {
  readonly text: string
  readonly isDeciding: boolean
}

/** Between the cells of an answer's row, and of a quoted one. */
const cellBreak = /\t|\s\|\s/

/** Paragraphs whose lines stay lines, and as a table what is rows of cells one after the other. */
function blocksMarkup(pieces: readonly Piece[]): Html[] {
  const groups: { readonly isTable: boolean; readonly lines: Piece[] }[] = []
  for (const { text, isDeciding } of pieces) {
    for (const [at, line] of text.split('\n').entries()) {
      const isTable = cellBreak.test(line)
      const open = groups.at(-1)
      const goesOn = open?.isTable === isTable && (isTable || at > 0)
      if (goesOn) open.lines.push({ text: line, isDeciding })
      else groups.push({ isTable, lines: [{ text: line, isDeciding }] })
    }
  }
  // One row is no table.
  return groups.map(({ isTable, lines }) =>
    isTable && lines.length > 1 ? tableMarkup(lines) : paragraphMarkup(lines),
  )
}

function paragraphMarkup(lines: readonly Piece[]): Html {
  const text = lines.map((line) => line.text).join('\n')
  return html`<p dir="auto">${lines[0]?.isDeciding ? html`<strong>${text}</strong>` : text}</p>`
}

function tableMarkup([head, ...rows]: readonly Piece[]): Html {
  const cells = (row: Piece | undefined) => row?.text.split(cellBreak) ?? []
  return html`<table><tr>${cells(head).map((cell) => html`<th dir="auto">${cell}</th>`)}</tr>
${rows.map(
  (row) =>
    html`<tr>${cells(row).map(
      (cell) => html`<td dir="auto">${row.isDeciding ? html`<strong>${cell}</strong>` : cell}</td>`,
    )}</tr>`,
)}</table>`
}

function locationOf({ customId, version, headingPath, page, start, end }: Citation): Html {
  const location = [
    `version ${version}`,
    ...(headingPath.length > 0 ? [headingPath.join(' › ')] : []),
    ...(page === null ? [] : [`page ${page}`]),
    `characters ${start} to ${end} of its text`,
  ]
  return html`<bdi>${customId}</bdi>, <span dir="auto">${location.join(', ')}</span>`
}
