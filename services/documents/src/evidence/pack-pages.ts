import { Html, html } from '@portal/service-kit/html'
import type { AuditExtract } from '../ports.ts'
import { type DocumentRow, timesIn } from './document-evidence.ts'
import type { PackRow } from './evidence-schema.ts'

/** A document of the index, whose page is in this folder. */
export interface IndexedDocument extends Pick<DocumentRow, 'customId' | 'title' | 'departmentName'> {
  readonly folder: string
  readonly versions: number
}

export interface IndexContent {
  readonly pack: PackRow
  readonly extract: AuditExtract
  readonly indexed: readonly IndexedDocument[]
}

const style = `
  :root { color-scheme: light dark }
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
  table { border-collapse: collapse; width: 100% } td p { margin: .2rem 0; white-space: pre-wrap }
  th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #8884 }
  td, dd, code { overflow-wrap: anywhere } pre { padding: .6rem .8rem; background: #8882; overflow-x: auto }
  dt { font-weight: 600 } dd { margin: 0 0 .5rem } .steps { border: 2px solid #4a7; padding: 0 1.2rem }
  @media print { :root { color-scheme: light } body { font-size: 10pt; margin: 0; max-width: none }
    h1, h2, h3, dt { break-after: avoid } tr, .steps { break-inside: avoid } pre { white-space: pre-wrap } }`

/** What the pack holds, where it is, and how it is verified. */
export function indexPage({ pack, extract, indexed }: IndexContent): string {
  const { from, to, createdAt, createdBy, id, timeZone } = pack
  const shownTime = timesIn(timeZone)
  const period = `${from === null ? 'From the beginning' : shownTime(from)} to ${shownTime(to)}`
  const facts = [
    ['Organization', `${extract.organizationName} (${pack.organizationId})`],
    ['About', pack.documentId === null ? 'All documents' : 'One document'],
    ['Period', period],
    ['Time zone', `${timeZone}; days begin at midnight there`],
    ['Made', `${shownTime(createdAt)} by ${extract.people[createdBy] ?? createdBy}`],
    ['Pack', id],
  ] as const
  return page(
    'Evidence pack',
    html`<h1>Evidence pack</h1>
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl>
${howToVerify(extract.key.fingerprint)}
<h2>Documents (${indexed.length})</h2>
${indexed.length === 0 ? html`<p>No version was in force or worked on in this period.</p>` : table(indexed)}
<h2>Audit trail</h2>
<p><a href="audit/entries.jsonl">audit/entries.jsonl</a> has one entry a line, as it was recorded: who did
what to which document, with the hash that ties it to the entry before. People are named by
<a href="audit/people.json">audit/people.json</a>; the names are those of the day on which the pack was
made, and are no part of the trail.</p>`,
  )
}

function howToVerify(fingerprint: string): Html {
  return html`<section class="steps"><h2>Verify this pack, without the portal and without a network</h2>
<ol><li>Unpack the whole archive into a folder.</li>
<li>In that folder, with <a href="https://nodejs.org">Node.js</a> 18 or newer, run:
<pre>node verify.mjs</pre></li>
<li>It ends with <b>The pack is whole and unchanged</b>, or says what is wrong.</li>
<li>Compare the fingerprint of the key that it names with the one that the portal shows. In this pack it
is <code>${fingerprint}</code>.</li></ol>
<p>It finds every file that was changed, removed or added; that each decision was made on exactly the
file in this pack; and that decisions, comments, acknowledgements and audit trail agree, up to the head
of the trail that the portal signed. Two things it cannot know: whether this key is the portal's, and whether the script is the
portal's own. The fingerprint is shown in the portal where packs are made, and at
<code>/api/audit/key</code>. If you do not trust who gave you the pack, run <code>verify.mjs</code> in a
pack that you have downloaded yourself, and give it the folder of this one.</p></section>`
}

function table(indexed: readonly IndexedDocument[]): Html {
  const rows = indexed.map(
    ({ folder, customId, title, departmentName, versions }) => html`<tr><td><bdi>${customId}</bdi></td>
<td><a href="${addressOf(folder)}/index.html"><bdi>${title}</bdi></a></td><td dir="auto">${departmentName}</td>
<td>${versions}</td></tr>`,
  )
  return html`<table><thead><tr><th>ID</th><th>Document</th><th>Department</th><th>Versions</th></tr></thead>
<tbody>${rows}</tbody></table>`
}

/** A document's page, of what its sections wrote. */
export function documentPage({ customId, title, departmentName }: DocumentRow, content: Html): string {
  return page(
    title,
    html`<p><a href="../../index.html">Evidence pack</a></p><h1 dir="auto">${title}</h1>
<p><bdi>${customId}</bdi>${departmentName && html`, <bdi>${departmentName}</bdi>`}</p>${content}`,
  )
}

/** A page that needs nothing but itself and runs nothing: what people wrote is foreign content. */
function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${new Html(style)}</style></head><body><main>
${content}
</main></body></html>
`.markup
}

function addressOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
