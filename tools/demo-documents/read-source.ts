import { lexer, type Token, type Tokens } from 'marked'

const formats = ['pdf', 'docx', 'txt'] as const

/** What the first lines of a source state. `layout: columns` sets a PDF in two columns. */
export interface SourceFacts {
  readonly number: string
  readonly title: string
  readonly version: string
  readonly format: (typeof formats)[number]
  readonly owner: string
  readonly approver: string
  readonly audience: string
  readonly layout?: 'columns'
}

/** A piece of a line, in bold or not. */
export interface Run {
  readonly text: string
  readonly isBold: boolean
}

/** A block of a document. A cell of a table is plain text. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Run[])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly string[][] }

/** A demo document, independent of the format that it is written in. */
export interface Source {
  readonly facts: SourceFacts
  readonly blocks: readonly Block[]
}

/** Reads a source: facts between two lines of dashes, then Markdown. Throws on anything else. */
export function readSource(text: string): Source {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  return { facts: factsOf(head), blocks: lexer(body).flatMap(blockOf) }
}

function factsOf(head: string): SourceFacts {
  const lines = head.split('\n').map((line) => line.split(/: (.*)/))
  const stated = new Map(lines.map(([name, value]) => [name, value]))
  const fact = (name: string): string => {
    const value = stated.get(name)
    if (value) return value
    throw new Error(`A source states no ${name}: ${head.slice(0, 80)}`)
  }
  const format = formats.find((one) => one === fact('format'))
  if (!format) throw new Error(`The demo documents are not made as ${fact('format')}.`)
  return {
    ...{ number: fact('number'), title: fact('title'), version: fact('version'), format },
    ...{ owner: fact('owner'), approver: fact('approver'), audience: fact('audience') },
    ...(stated.get('layout') === 'columns' && { layout: 'columns' as const }),
  }
}

function blockOf(token: Token): Block[] {
  if (token.type === 'space') return []
  if (token.type === 'heading')
    return [{ kind: 'heading', level: token.depth === 2 ? 1 : 2, text: plain(token.tokens ?? []) }]
  if (token.type === 'paragraph') return [{ kind: 'paragraph', runs: clauseRuns(token.tokens ?? []) }]
  if (token.type === 'list') return [listOf(token as Tokens.List)]
  if (token.type === 'table') return [tableOf(token as Tokens.Table)]
  throw new Error(`The demo documents have no ${token.type}: ${token.raw.slice(0, 80)}`)
}

function listOf({ ordered, items }: Tokens.List): Block {
  const runs = items.map(({ tokens }) => tokens.flatMap((token) => runsOf(inlineOf(token))))
  return { kind: 'list', isOrdered: ordered, items: runs }
}

function tableOf({ header, rows }: Tokens.Table): Block {
  const textOf = ({ tokens }: Tokens.TableCell) => plain(tokens)
  return { kind: 'table', head: header.map(textOf), rows: rows.map((row) => row.map(textOf)) }
}

/** The number of a clause is set in bold. */
function clauseRuns(tokens: readonly Token[]): Run[] {
  const [first, ...rest] = runsOf(tokens)
  const [number] = /^\d+\.\d+(?= )/.exec(first?.text ?? '') ?? []
  if (!first || number === undefined) return first ? [first, ...rest] : []
  return [{ text: number, isBold: true }, { text: first.text.slice(number.length), isBold: false }, ...rest]
}

function runsOf(tokens: readonly Token[]): Run[] {
  return tokens.map((token) => {
    if (token.type === 'strong') return { text: plain(inlineOf(token)), isBold: true }
    // Marked makes links of addresses.
    if (['text', 'escape', 'link'].includes(token.type)) return { text: token.raw, isBold: false }
    throw new Error(`The demo documents have no ${token.type}: ${token.raw}`)
  })
}

function inlineOf(token: Token): readonly Token[] {
  return 'tokens' in token && token.tokens ? token.tokens : []
}

function plain(tokens: readonly Token[]): string {
  return runsOf(tokens)
    .map(({ text }) => text)
    .join('')
}
