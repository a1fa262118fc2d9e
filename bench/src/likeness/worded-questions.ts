import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readGolden } from '../golden/golden-questions.ts'

const Row = z.strictObject({ id: z.string(), wordings: z.array(z.string().min(4)).min(2) })

/** A question, and the number of its meaning: two with the same number ask the same. */
export interface WordedQuestion {
  readonly question: string
  readonly meaning: number
}

/** Questions of employees in several wordings, many of them about the same documents. */
export async function readWordings(): Promise<WordedQuestion[]> {
  const file = new URL('../../answers/wordings/employees.jsonl', import.meta.url)
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.flatMap((line, meaning) =>
    Row.parse(JSON.parse(line)).wordings.map((question) => ({ question, meaning })),
  )
}

/**
 * Golden questions by collection, of which no two are answered by the same words: in one
 * organization each asks something else.
 */
export async function readDistinctGolden(): Promise<readonly (readonly WordedQuestion[])[]> {
  const seen = new Set<string>()
  const distinct = (await readGolden()).flatMap(({ question, collection, answers, after }, at) => {
    const spans = answers.flatMap((answer) => answer.spans.map((span) => JSON.stringify([answer.file, span])))
    if (after !== null || spans.length === 0 || spans.some((span) => seen.has(span))) return []
    for (const span of spans) seen.add(span)
    return [{ collection, question, meaning: at }]
  })
  return [...Map.groupBy(distinct, ({ collection }) => collection).values()]
}
