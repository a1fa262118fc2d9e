import type { OwnDataPart } from '@portal/contracts/own-data'
import { Html, html } from '@portal/service-kit/html'
import { strToU8, zipSync } from 'fflate'

/** A service's part, or the gateway's own. */
export interface OwnDataSource {
  readonly service: string
  readonly part: OwnDataPart
}

const style = new Html(
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}th,td{text-align:start;padding:.25rem 2rem .25rem 0}',
)

/** A ZIP archive of one JSON file for each list, and a page that names them all. */
export function ownDataArchive(sources: readonly OwnDataSource[], at: Date): Uint8Array {
  const lists = sources.flatMap(({ service, part }) =>
    Object.entries(part).map(([name, entries]) => {
      return { name, entries, file: `${service}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.json` }
    }),
  )
  const files = lists.map(({ file, entries }) => [file, strToU8(JSON.stringify(entries, null, 2))] as const)
  const rows = lists.map(
    ({ name, entries, file }) =>
      html`<tr><td><a href="${file}">${name}</a></td><td>${String(entries.length)}</td></tr>`,
  )
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your data</title>
<style>${style}</style>
<h1>Your data</h1><p>What the portal keeps of you, as of ${at.toISOString()}. Each list is a JSON file.
The audit trail, which nobody can change, is not part of it: it names you by your id alone.</p>
<table><thead><tr><th>List</th><th>Entries</th></tr></thead><tbody>${rows}</tbody></table></html>`
  return zipSync({ 'index.html': strToU8(page.markup), ...Object.fromEntries(files) })
}
