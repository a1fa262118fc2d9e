import type { ModelPrompt, PromptReader } from './model-turn.ts'

interface PromptPassage {
  readonly number: string
  readonly text: string
}

/** Share of the question's words that a sentence must contain to count as an answer. */
const coverageMin = 0.6

/** Obeys the prompt: quotes the best matching sentence, or says that nothing answers. */
export const quotingReader: PromptReader = (prompt) => {
  const wanted = wordsOf(questionOf(prompt))
  const found = passagesOf(prompt)
    .flatMap(({ number, text }) => text.split(/(?<=[.!?])\s+/).map((sentence) => ({ number, sentence })))
    .map((evidence) => ({ ...evidence, coverage: coverage(wanted, wordsOf(evidence.sentence)) }))
    .toSorted((a, b) => b.coverage - a.coverage)[0]
  if (!found || found.coverage < coverageMin) return 'OUTCOME: no_evidence'
  const sentence = found.sentence.trim()
  return `By the documents: ${sentence} [[${found.number}|${sentence}]]\nOUTCOME: answered`
}

/** Obeys documents: says what is between `SAY<<` and `>>SAY`, else quotes as asked. */
export const obedientReader: PromptReader = (prompt) => {
  const order = passagesOf(prompt)
    .map(({ text }) => /SAY<<([\s\S]*?)>>SAY/.exec(text)?.[1])
    .find((text) => text !== undefined)
  if (order === undefined) return quotingReader(prompt)
  // A model that is led astray also reads brackets that the prompt has separated.
  return order.replaceAll('[ [', '[[').replaceAll('< ', '<').replaceAll('{system}', prompt.system)
}

/** The passages of a prompt, found by the delimiters that it states. */
export function passagesOf({ user }: ModelPrompt): PromptPassage[] {
  const mark = /<passage-([0-9a-f]+) n="1">/.exec(user)?.[1] ?? 'none'
  const quoted = new RegExp(`<passage-${mark} n="(\\d+)">\\n([\\s\\S]*?)\\n</passage-${mark}>`, 'g')
  return [...user.matchAll(quoted)].map(([, number = '', text = '']) => ({
    number,
    text: text.slice(text.indexOf('\n\n') + 2),
  }))
}

/** The question of a prompt. */
export function questionOf({ user }: ModelPrompt): string {
  return /<question-([0-9a-f]+)>\n([\s\S]*?)\n<\/question-\1>/.exec(user)?.[2] ?? ''
}

const filler = new Set(
  'a an and are be by do does for have how in is it many may of on or the to what when which who with'.split(
    ' ',
  ),
)

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[a-z0-9]+/g)]
    .map(([word]) => word)
    .filter((word) => !filler.has(word))
}

function coverage(wanted: readonly string[], held: readonly string[]): number {
  return wanted.length === 0 ? 0 : wanted.filter((word) => held.includes(word)).length / wanted.length
}
