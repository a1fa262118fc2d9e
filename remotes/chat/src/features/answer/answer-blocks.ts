import type { Citation } from '@portal/contracts/chat'
import { type AnswerPart, splitMarks } from '@portal/remote-kit/split-marks'

/** A paragraph, a list with the numbers that its items have in the document, or a table. */
export type AnswerBlock =
  | { readonly kind: 'paragraph'; readonly key: string; readonly parts: readonly AnswerPart[] }
  | { readonly kind: 'list'; readonly key: string; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly key: string; readonly rows: readonly TableRow[] }

export interface ListItem {
  readonly key: string
  /** The item's number as the document has it; null for a bullet. */
  readonly marker: string | null
  readonly parts: readonly AnswerPart[]
}

export interface TableRow {
  readonly key: string
  readonly cells: readonly { readonly key: string; readonly parts: readonly AnswerPart[] }[]
}

const bullet = /^\s*[-•*–‣◦]\s+/
const number = /^\s*(\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,4})[.)])\s+/i
const cellBreak = /\t|\s\|\s/

interface Line {
  readonly kind: AnswerBlock['kind']
  readonly marker: string | null
  readonly text: string
  /** Whether a blank line is before it. */
  readonly isParted: boolean
}

/**
 * The structure that an answer's lines have in the document: lists stay lists and tables tables.
 * Nothing else becomes markup: what documents say is text (decision 37).
 */
export function answerBlocks(content: string, citations: readonly Citation[]): AnswerBlock[] {
  const groups: Line[][] = []
  for (const line of linesOf(content)) {
    const open = groups.at(-1)
    // Two rows of one table, quoted one by one, repeat its header.
    if (open && line.kind === 'table' && line.isParted && line.text === open[0]?.text) continue
    if (open && continues(line, open)) open.push(line)
    else groups.push([line])
  }
  return groups.map((lines, at) => blockOf(isAlone(lines) ? lines.map(asText) : lines, `${at}`, citations))
}

/** A quotation begins with a new paragraph, or with the header of a table. */
function continues(line: Line, open: readonly Line[]): boolean {
  const last = open.at(-1)
  if (last?.kind !== line.kind) return false
  return line.kind === 'list' || !line.isParted
}

function linesOf(content: string): Line[] {
  return content.split(/\n{2,}/).flatMap((paragraph) =>
    paragraph.split('\n').map((text, at): Line => {
      const [found = '', marker = null] = bullet.exec(text) ?? number.exec(text) ?? []
      const kind = found !== '' ? 'list' : cellBreak.test(text) ? 'table' : 'paragraph'
      return { kind, marker, text: text.slice(found.length), isParted: at === 0 }
    }),
  )
}

/** One row is no table, and one number no list: "1. Scope" may begin any sentence. */
function isAlone([first, second]: readonly Line[]): boolean {
  if (first === undefined || second !== undefined || first.kind === 'paragraph') return false
  return first.kind === 'table' || first.marker !== null
}

function asText(line: Line): Line {
  const text = line.marker === null ? line.text.split(cellBreak).join(' · ') : `${line.marker} ${line.text}`
  return { ...line, kind: 'paragraph', text }
}

function blockOf(lines: readonly Line[], key: string, citations: readonly Citation[]): AnswerBlock {
  const [first] = lines
  const partsOf = (text: string, at: string) => splitMarks(text, citations, `${key}.${at}`)
  if (first?.kind === 'list') {
    const items = lines.map(({ marker, text }, at) => ({
      ...{ key: `${key}.${at}`, marker },
      parts: partsOf(text, `${at}`),
    }))
    return { kind: 'list', key, items }
  }
  if (first?.kind === 'table') {
    const rows = lines.map(({ text }, at) => ({
      key: `${key}.${at}`,
      cells: text.split(cellBreak).map((cell, nth) => ({
        key: `${key}.${at}.${nth}`,
        parts: partsOf(cell.trim(), `${at}.${nth}`),
      })),
    }))
    return { kind: 'table', key, rows }
  }
  return { kind: 'paragraph', key, parts: partsOf(lines.map(({ text }) => text).join('\n'), '') }
}
