import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'

/** Who opens connections to whom: `part:port`, or an engine's name. */
export interface Connection {
  readonly from: string
  readonly to: string
}

const heading = '| from | to parts | to engines |'

/** The table of connections in docs/architecture.md. A part without a port is called at 8080. */
export async function documentedConnections(): Promise<Connection[]> {
  const text = await readFile(join(workspaceRoot, 'docs', 'architecture.md'), 'utf8')
  const [, table] = text.split(`${heading}\n|---|---|---|\n`)
  if (table === undefined) throw new Error(`docs/architecture.md has no table "${heading}".`)
  const [rows = ''] = table.split('\n\n')
  return rows.split('\n').flatMap((row) => {
    const [from = '', parts = '', engines = ''] = row.split('|').slice(1).map(withoutMarks)
    return [
      ...named(parts).map((part) => ({ from, to: part.includes(':') ? part : `${part}:8080` })),
      ...named(engines).map((engine) => ({ from, to: engine })),
    ]
  })
}

const withoutMarks = (cell: string) => cell.replaceAll('`', '').trim()

const named = (cell: string) => cell.split(', ').filter((name) => name !== '–' && name !== '')
