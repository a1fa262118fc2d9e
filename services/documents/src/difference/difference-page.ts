import { type DifferenceRow, differenceRowsMax, withoutEdges } from '@portal/contracts/difference'
import { Html, html } from '@portal/service-kit/html'
import { stateInWords } from '../versions/version-state.ts'
import { changeWords, summaryText } from './change-words.ts'
import type { ComparedPair, LoadedVersion } from './compare-pair.ts'

/** How the page protects itself, and when it was made. */
export interface PageSetup {
  readonly contentPolicy: string
  readonly madeAt: Date
}

// Legible in print without colours: what went is struck through, what came is underlined.
const style = `
  :root { color-scheme: light dark }
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.4rem } table { border-collapse: collapse; width: 100%; margin: 1rem 0 }
  th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8884 }
  td:last-child { white-space: pre-wrap; overflow-wrap: anywhere; width: 100% } .kind { min-width: 7rem }
  del { background: #d332 } ins { background: #2a42 } .unchanged td { color: #777; text-align: center }
  .heading td:last-child { font-weight: 600 } code { overflow-wrap: anywhere }
  @media print { :root { color-scheme: light } del, ins { background: none } tr { break-inside: avoid } }`

/** A self-contained page of a difference, part by part: versions with their hashes, then rows. */
export async function* differencePage(pair: ComparedPair, setup: PageSetup): AsyncGenerator<string> {
  yield head(pair, setup).markup
  for (let cursor: number | null = 0; cursor !== null; ) {
    const part: { rows: DifferenceRow[]; next: number | null } = pair.presenter.part({
      cursor,
      limit: differenceRowsMax,
      isWhole: false,
    })
    yield part.rows.map((row) => rowMarkup(row).markup).join('')
    cursor = part.next
  }
  yield '</tbody></table></main></body></html>\n'
}

function head({ before, after, summary }: ComparedPair, { contentPolicy, madeAt }: PageSetup): Html {
  const { title, customId } = after.document
  const numbers = `version ${before.version.number} to version ${after.version.number}`
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<title>${title}: ${numbers}</title><style>${new Html(style)}</style></head><body><main>
<h1>${title}</h1><p>${customId}, ${numbers}: ${summaryText(summary)}.</p>
<table><thead><tr><th>Version</th><th>Status</th><th>Created</th><th>File</th><th>SHA-256 of the file</th></tr></thead>
<tbody>${[before, after].map(versionRow)}</tbody></table>
<p>Made on ${madeAt.toISOString()}. Differences of white space and typography are left out.</p>
<table><thead><tr><th>Before</th><th>After</th><th>Change</th><th>Text</th></tr></thead><tbody>`
}

function versionRow(loaded: LoadedVersion): Html {
  const { version } = loaded
  return html`<tr><td>${version.number}</td><td>${stateInWords(loaded)}</td>
<td>${version.createdAt.toISOString()}</td><td>${version.fileName}</td><td><code>${version.sha256}</code></td></tr>`
}

function rowMarkup(row: DifferenceRow): Html {
  if (row.kind === 'unchanged')
    return html`<tr class="unchanged"><td colspan="4">${row.count} unchanged lines</td></tr>`
  const { before, after } = { before: null, after: null, ...row }
  const isHeading = (after ?? before)?.block === 'heading'
  return html`<tr id="row-${row.index}"${isHeading ? headingClass : null}>
<td>${before?.number ?? ''}</td><td>${after?.number ?? ''}</td><td class="kind">${changeOf(row)}</td><td>${textOf(row)}</td></tr>`
}

const headingClass = html` class="heading"`

function changeOf(row: DifferenceRow): Html {
  const words = changeWords(row)
  return 'counterpart' in row ? html`<a href="#row-${row.counterpart.index}">${words}</a>` : html`${words}`
}

function textOf(row: Exclude<DifferenceRow, { kind: 'unchanged' }>): readonly Html[] {
  if ('segments' in row) return row.segments.map(segmentMarkup)
  if (row.kind === 'removed') return [segmentMarkup({ op: 'removed', text: row.before.text })]
  if (row.kind === 'added') return [segmentMarkup({ op: 'added', text: row.after.text })]
  return [html`${row.kind === 'same' ? row.after.text : row.before.text}`]
}

function segmentMarkup({ op, text }: { readonly op: string; readonly text: string }): Html {
  if (op === 'same') return html`${text}`
  const { before, words, after } = withoutEdges(text)
  const marked = op === 'removed' ? html`<del>${words}</del>` : html`<ins>${words}</ins>`
  return html`${before}${marked}${after}`
}
