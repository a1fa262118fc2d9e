import { basename } from 'node:path'
import ts from 'typescript'
import { fileCheck, type Source } from './source-files.ts'

interface Word {
  readonly pattern: RegExp
  readonly instead: string
}

/** Metaphors for which the field has a term; matched against identifiers and file names. */
const names: readonly Word[] = [
  { pattern: /^doors?(?=[A-Z]|$)|Doors?(?=[A-Z]|$)/, instead: 'ingress, listener or entry point' },
  { pattern: /^caller(?!s?$)|Caller(?!s?$)/, instead: 'authentication' },
  { pattern: /^(tell|told)(?=[A-Z]|$)|(Tell|Told)(?=[A-Z]|$)/, instead: 'emit, notify or record' },
  { pattern: /^bury|Bury/, instead: 'deadLetter' },
  { pattern: /^growingPause/i, instead: 'backoff' },
  { pattern: /^isBorneOut$|borneOut/i, instead: 'isSupported' },
  { pattern: /^Standing$/, instead: 'RoleCounts' },
  { pattern: /^commandPerson$/i, instead: 'createPerson' },
  {
    pattern: /^places?(?=[A-Z]|$)|(?<![a-z]n|[Rr]e)Places?(?=[A-Z]|$)/,
    instead: 'position, location, instance or folder',
  },
  { pattern: /^visits?(?=[A-Z]|$)|Visits?(?=[A-Z]|$)/, instead: 'request, page or session' },
]

/** Phrases that are not idiomatic in comments. */
const turns: readonly Word[] = [
  { pattern: /\bfor who\b/i, instead: 'for those who' },
  { pattern: /\bunless told\b/i, instead: 'by default' },
  { pattern: /\b(until|when) told\b/i, instead: 'until it has to, or when asked to' },
  { pattern: /\bwhoever\b/i, instead: 'anyone who, or the role itself' },
  { pattern: /\btold how\b/i, instead: 'say what happens' },
  { pattern: /\b(stands?|stood) in for\b/i, instead: 'replaces, or is a delegate of' },
  { pattern: /\btells? of\b/i, instead: 'reports, or describes' },
]

/** Words that people do not read, since the product has others; matched against whole texts. */
const shown: readonly Word[] = [
  {
    pattern: /\b[Ss]ign(ed|s|ing)?[- ]((you|them|people) )?(in|out|up)s?\b/,
    instead: 'log in, log out or register (decision 72)',
  },
  { pattern: /\b[Ll]og-(in|out)\b/, instead: 'log in or log out (decision 72)' },
]
const shownBy = /^(remotes|shell|services)\/(?!.*(\.test\.|\/testing\/|\.fixture\.))/

/** Where code or comments use a listed word, but for the lists and code that is not ours. */
export const checkWords = fileCheck(
  'words of the glossary',
  { files: /\.(tsx?|mjs|cjs)$/, except: /check-words|\/templates\/|\.d\.ts$/ },
  wordsIn,
)

/** Listed words in one file, a line each. */
export function wordsIn({ file, text }: Source): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const problems = new Map<string, string>()
  const report = (found: readonly Found[], position: number) => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1
    for (const { word, instead } of found)
      if (!problems.has(word)) problems.set(word, `${file}:${line} says ${word}: say ${instead}`)
  }
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      report(found(node.text.replace('#', ''), names), node.getStart())
    if (shownBy.test(file)) report(found(textOf(node), shown), node.getStart())
    for (const { pos, end } of commentsBefore(node, text)) report(found(text.slice(pos, end), turns), pos)
    ts.forEachChild(node, walk)
  }
  const base = basename(file).replace(/\..*/, '')
  const camelCase = base.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  report(found(camelCase, names), 0)
  walk(source)
  return [...problems.values()]
}

interface Found {
  readonly word: string
  readonly instead: string
}

/** Matches in a name, reported whole, or in a comment, read as one line. */
function found(text: string, list: readonly Word[]): Found[] {
  const line = text.replace(/\s+(\*(?!\/)\s*)?/g, ' ')
  return list.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(line)
    return match ? [{ word: list === names ? line : match[0], instead }] : []
  })
}

/** What a literal or JSX shows; a single word or words in lower case are none for people. */
function textOf(node: ts.Node): string {
  const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node)
  return isText && /[A-Z].* /s.test(node.text) ? node.text : ''
}

function commentsBefore(node: ts.Node, text: string): readonly ts.CommentRange[] {
  return [
    ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
  ]
}
