import type { OwnDataPart } from '@portal/contracts/own-data'
import { Html, html } from '@portal/service-kit/html'
import { inTurns } from '@portal/service-kit/threads/in-turns'
import { strToU8, Zip, ZipDeflate } from 'fflate'

/** A service's part, or the gateway's own. */
export interface OwnDataSource {
  readonly service: string
  readonly part: OwnDataPart
}

const style = new Html(
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}th,td{text-align:start;padding:.25rem 2rem .25rem 0}@media print{:root{color-scheme:light}body{max-width:none;margin:0;padding:0}tr{break-inside:avoid}}',
)

/**
 * A ZIP archive of one JSON file for each list, and a page that names them all. It is made in turns
 * with what else waits for the thread. Rejects with the reason of an abort.
 */
export function ownDataArchive(
  sources: readonly OwnDataSource[],
  at: Date,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return inTurns(archiveOf(sources, at), signal)
}

function* archiveOf(sources: readonly OwnDataSource[], at: Date): Generator<undefined, Uint8Array> {
  const lists = sources.flatMap(({ service, part }) =>
    Object.entries(part).map(([name, entries]) => {
      return { name, entries, file: `${service}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.json` }
    }),
  )
  const rows = lists.map(
    ({ name, entries, file }) =>
      html`<tr><td><a href="${file}">${name}</a></td><td>${String(entries.length)}</td></tr>`,
  )
  const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your data</title>
<style>${style}</style>
<h1>Your data</h1><p>What the portal keeps of you, as of ${at.toISOString()}. Each list is a JSON file.
The audit trail, which nobody can change, is not part of it: it names you by your id alone.</p>
<table><thead><tr><th>List</th><th>Entries</th></tr></thead><tbody>${rows}</tbody></table></html>`
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const opened = (name: string) => {
    const file = new ZipDeflate(name)
    zip.add(file)
    return file
  }
  opened('index.html').push(strToU8(page.markup), true)
  for (const { file: name, entries } of lists) {
    const file = opened(name)
    for (const [index, entry] of entries.entries()) {
      file.push(strToU8(`${index === 0 ? '[' : ','}\n${indented(entry)}`))
      yield
    }
    file.push(strToU8(entries.length === 0 ? '[]' : '\n]'), true)
  }
  zip.end()
  return Buffer.concat(pieces)
}

function indented(entry: unknown): string {
  return JSON.stringify(entry, null, 2).replace(/^/gm, '  ')
}
