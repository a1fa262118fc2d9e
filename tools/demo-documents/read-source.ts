import { lexer, type Token, type Tokens } from 'marked'

/** What the first lines of a source state. `layout: columns` sets a PDF in two columns. */
export interface SourceFacts {
  readonly number: string
  readonly title: string
  readonly version: string
  readonly format: 'pdf' | 'docx' | 'txt'
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
  const facts = Object.fromEntries(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  for (const name of ['number', 'title', 'version', 'format', 'owner', 'approver', 'audience'])
    if (!facts[name]) throw new Error(`A source states no ${name}: ${text.slice(0, 80)}`)
  return { facts: facts as unknown as SourceFacts, blocks: lexer(body).flatMap(blockOf) }
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
