import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { measuredCommit } from '@portal/testkit/bench-results'
import type { Measured } from './interleaved.ts'

/** A result table: title, unit, and a sentence comparing it with the target. */
export interface Section {
  readonly title: string
  readonly unit: string
  readonly rows: readonly Measured[]
  readonly verdict: string
}

/** What a bench found. `how`: rounds and conditions; `failure`: why it counts as failed. */
export interface Result {
  readonly name: string
  readonly how: string
  readonly paragraphs: readonly string[]
  readonly failure?: string
}

/** A result of tables alone. */
export function tables(name: string, rounds: number, sections: readonly Section[]): Result {
  return { name, how: `${rounds} rounds`, paragraphs: sections.map(sectionTable) }
}

/**
 * Prints paragraphs below a line on method, machine and commit, and writes
 * `bench/results/<name>.md`. The only writer of results.
 */
export async function writeResult({ name, how, paragraphs }: Result): Promise<void> {
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${how}`
  const when = `${new Date().toISOString().slice(0, 10)}, commit ${measuredCommit()}`
  const text = [`# ${name}`, `\`npm run bench -- ${commandOf(name)}\` · ${machine} · ${when}`, ...paragraphs]
  console.log(text.join('\n\n'))
  const folder = new URL('../../results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.md`, folder), `${text.join('\n\n').trimEnd()}\n`)
}

/** `search-scale` is part `scale` of the bench `search`. */
function commandOf(name: string): string {
  const [bench = '', part] = name.split('-')
  return part === undefined ? bench : `${bench} --part ${part}`
}

export function sectionTable({ title, unit, rows, verdict }: Section): string {
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${round(row.median)} | ${round(row.min)} | ${round(row.max)} | ${row.ratio.toFixed(3)} |`,
  )
  return [
    `## ${title}`,
    '',
    `| contender | median ${unit} | min | max | ratio to the first |`,
    '|---|---|---|---|---|',
    ...lines,
    '',
    verdict,
  ].join('\n')
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}
