/** A section of docs/product.md as plain text, with what of it needs a row. */
export interface Section {
  readonly heading: string
  readonly text: string
  /** Quoted texts, code and, of constants, numbers: each needs a row that has all of it. */
  readonly exact: readonly Span[]
  /** Sentences, clauses and rows of tables: each needs a row that has some of it. */
  readonly clauses: readonly Span[]
}

export interface Span {
  readonly start: number
  readonly end: number
}

const quoted = /(?<![\w…])'.+?'(?![a-z])/g

/** The sections of the specification, without its introduction. */
export function readStatements(markdown: string): Section[] {
  const [, ...parts] = markdown.split(/^#{2,3} /m)
  return parts
    .map((part) => sectionOf(part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n'))))
    .filter(({ text }) => text !== '')
}

/** The decisions by their number, as plain text. */
export function readDecisions(markdown: string): ReadonlyMap<number, string> {
  const found = markdown.matchAll(/^(\d+)\. ([\s\S]*?)(?=^\d+\. |^## |(?![\s\S]))/gm)
  return new Map([...found].map(([, number, body = '']) => [Number(number), plain(body)]))
}

function plain(paragraph: string): string {
  return paragraph
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function sectionOf(title: string, body: string): Section {
  const heading = title.replaceAll('`', '')
  const marked = body
    .replace(/^\|.*\|\n\|[-|]+\|$/gm, '')
    .replace(/^\| (.*) \|$/gm, '\n$1\n')
    .replace(/^- /gm, '\n')
    .replaceAll('**', '')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
  const { text, code } = withoutMarks(marked)
  const numbers = heading.startsWith('9.') ? spansOf(text, /(?<!decision |§)\d[\d,.]*/g) : []
  return {
    heading,
    text,
    exact: [...code, ...spansOf(text, quoted), ...numbers],
    // What ends with a colon leads into the lines below it.
    clauses: spansOf(text, /[^\n]+?(?:[.;](?=\s)|(?=\n)|$)/g).filter(({ end }) => text[end - 1] !== ':'),
  }
}

function withoutMarks(marked: string) {
  const code: Span[] = []
  let text = ''
  for (const [index, part] of marked.split('`').entries()) {
    if (index % 2 === 1) code.push({ start: text.length, end: text.length + part.length })
    text += part
  }
  return { text, code }
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)]
    .filter(([found]) => /\w/.test(found))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
}
