import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Measured } from './interleaved.ts'

/** A result table: title, unit, and a sentence comparing it with the target. */
export interface Section {
  readonly title: string
  readonly unit: string
  readonly rows: readonly Measured[]
  readonly verdict: string
}

/** Prints the tables and writes them to `bench/results/<name>.md`. */
export async function report(name: string, rounds: number, sections: readonly Section[]): Promise<void> {
  await writeResult(name, `${rounds} rounds`, sections.map(sectionTable))
}

/** Prints paragraphs below a line on method and machine, and writes `bench/results/<name>.md`. */
export async function writeResult(name: string, how: string, paragraphs: readonly string[]): Promise<void> {
  const machine = `${cpus().length} cores, Node ${process.versions.node}, ${how}`
  const measured = `\`npm run bench -- ${commandOf(name)}\` · ${machine} · ${new Date().toISOString().slice(0, 10)}`
  const text = [`# ${name}`, measured, ...paragraphs].join('\n\n')
  console.log(text)
  const folder = new URL('../../results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.md`, folder), `${text}\n`)
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
