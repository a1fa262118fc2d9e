import type { Block, Run, Source } from './read-source.ts'

const columnsMax = 78

/** The document as plain text: underlined headings, lines of 78 columns, tables of pipes. */
export function writeText({ facts, blocks }: Source): Uint8Array {
  const { number, title, version, owner, approver, audience } = facts
  const parts = [
    underlined(title, '='),
    pipes(
      ['Document', `${number}, version ${version}`],
      [
        ['Owner', owner],
        ['Approver', approver],
        ['Audience', audience],
      ],
    ),
    ...blocks.map(textOf),
  ]
  return new TextEncoder().encode(`${parts.join('\n\n')}\n`)
}

function textOf(block: Block): string {
  if (block.kind === 'heading') return underlined(block.text, '-')
  if (block.kind === 'paragraph') return wrapped(joined(block.runs), { first: '', other: '' }).join('\n')
  if (block.kind === 'table') return pipes(block.head, block.rows)
  return block.items
    .flatMap((runs, at) => {
      const marker = block.isOrdered ? `${at + 1}. ` : '- '
      return wrapped(joined(runs), { first: marker, other: ' '.repeat(marker.length) })
    })
    .join('\n')
}

function joined(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}

function underlined(text: string, line: string): string {
  return `${text}\n${line.repeat(text.length)}`
}

function wrapped(text: string, { first, other }: { first: string; other: string }): string[] {
  const lines = [first]
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    const isFull = line.length + 1 + word.length > columnsMax
    if (line.trim() === '' || line === first) lines[lines.length - 1] = line + word
    else if (isFull) lines.push(other + word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

function pipes(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n')
}
