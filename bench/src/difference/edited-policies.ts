import { readdir, readFile } from 'node:fs/promises'
import { sentenceSpans } from '@portal/file-rules/sentence-spans'

const seeds = new URL('../../../packages/testkit/policies/', import.meta.url)
/** A page of a policy, as a printer sets it. */
const wordsPerPage = 500
const wordsPerClause = 70

/** Two versions of a text and how many clauses were altered between them. */
export interface EditedPolicy {
  readonly before: string
  readonly after: string
}

/** The sentences of the policies in text form that tests use. */
export async function readSentences(): Promise<readonly string[]> {
  const files = (await readdir(seeds)).filter((file) => file.endsWith('.txt'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, seeds), 'utf8')))
  return texts.flatMap((text) =>
    sentenceSpans(text)
      .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' ').trim())
      .filter((sentence) => sentence.length > 40),
  )
}

/**
 * A policy of that many pages, in numbered clauses of real sentences with other figures in each,
 * and its next version: one clause in five edited, one in thirteen new, one in eleven gone, one in
 * forty moved. The same for the same arguments.
 */
export function editedPolicy(sentences: readonly string[], pages: number): EditedPolicy {
  const random = seededRandom(pages)
  const pick = () => sentences[Math.floor(random() * sentences.length)] ?? ''
  const clause = (at: number) => {
    const words = [`Rule ${at} of ${Math.floor(random() * 1e6)}:`]
    while (words.join(' ').split(' ').length < wordsPerClause) words.push(pick())
    return words.join(' ')
  }
  const clauses = Array.from({ length: Math.ceil((pages * wordsPerPage) / wordsPerClause) }, (_, at) =>
    clause(at),
  )
  const edited = clauses.flatMap((text, at) => {
    if (at % 11 === 3) return []
    if (at % 13 === 5) return [text, clause(at + clauses.length)]
    return [
      at % 5 === 0
        ? text.replace(/ \w+ \w+ /, ' only where the law demands it ').replace(/\w+\.$/, 'at once.')
        : text,
    ]
  })
  for (let moves = 0; moves < clauses.length / 40; moves += 1) {
    const [moved = ''] = edited.splice(Math.floor(random() * edited.length), 1)
    edited.splice(Math.floor(random() * edited.length), 0, moved)
  }
  return { before: numbered(clauses), after: numbered(edited) }
}

const numbered = (clauses: readonly string[]) =>
  clauses.map((text, at) => `${Math.floor(at / 10) + 1}.${(at % 10) + 1} ${text}`).join('\n\n')

/** Texts that make a comparison as slow as it can be, of about `characters` each. */
export function hardestPairs(
  sentences: readonly string[],
  characters: number,
): ReadonlyMap<string, EditedPolicy> {
  const random = seededRandom(characters)
  const words = sentences.join(' ').split(' ')
  const word = () => words[Math.floor(random() * words.length)] ?? ''
  const fill = (part: () => string, gap: string) => {
    const parts: string[] = []
    for (let length = 0; length < characters; length += (parts.at(-1)?.length ?? 0) + gap.length)
      parts.push(part())
    return parts.join(gap)
  }
  const two = (part: () => string, gap: string) => ({ before: fill(part, gap), after: fill(part, gap) })
  const clause = () => Array.from({ length: 25 }, word).join(' ')
  const rows = () => `row ${Math.floor(random() * 50)}\t${Math.floor(random() * 10)}\tyes`
  const long = fill(clause, '\n\n')
  return new Map([
    [
      'all paragraphs equal',
      {
        before: fill(() => 'The same clause.', '\n\n'),
        after: fill(() => 'The same clause.', '\n\n').slice(40),
      },
    ],
    [
      'two paragraphs in any order',
      two(() => (random() < 0.5 ? 'The first clause.' : 'The second clause.'), '\n\n'),
    ],
    ['no paragraph equal', two(clause, '\n\n')],
    ['every paragraph edited', { before: long, after: long.replace(/(\S+) (\S+) (\S+)/g, '$1 edited $3') }],
    ['one line of words', two(word, ' ')],
    ['one line of one letter', { before: 'a'.repeat(characters), after: `${'a'.repeat(characters - 1)}b` }],
    ['one table of rows that recur', two(rows, '\n')],
  ])
}

/** Mulberry32, so that every run compares the same texts. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
