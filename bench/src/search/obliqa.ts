import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readGolden } from '../golden/golden-questions.ts'

const PassageRow = z.object({
  id: z.string(),
  documentId: z.number(),
  passageId: z.string(),
  text: z.string(),
})
const QuestionRow = z.object({ id: z.string(), question: z.string(), relevant: z.array(z.string()) })

export type ObliqaPassage = z.infer<typeof PassageRow>
export type ObliqaQuestion = z.infer<typeof QuestionRow>

/**
 * Passages of financial regulation, and questions with the ids of all passages that answer them.
 */
export interface Obliqa {
  readonly passages: readonly ObliqaPassage[]
  readonly questions: readonly ObliqaQuestion[]
}

/**
 * ObliQA (Gokhan et al. 2024): 13,012 passages and the questions of the development set. Instead of
 * a folder, `sample` is a few golden questions, which need no download.
 */
export async function readObliqa(folder: string): Promise<Obliqa> {
  if (folder === 'sample') return await readSample()
  return {
    passages: await readLines(join(folder, 'passages.jsonl'), PassageRow),
    questions: await readLines(join(folder, 'dev.jsonl'), QuestionRow),
  }
}

/** Questions about the policies of this repository, each with the words that answer it. */
async function readSample(): Promise<Obliqa> {
  const golden = (await readGolden()).filter(({ collection }) => collection === 'comply')
  const rows = golden.flatMap(({ id, question, answers: [first] }) => {
    const text = first?.spans.find((span) => typeof span === 'string')
    return first && text ? { id, question, file: first.file, text } : []
  })
  const files = [...new Set(rows.map(({ file }) => file))]
  return {
    passages: rows.map(({ id, file, text }, at) => {
      return { id: `passage-${id}`, documentId: files.indexOf(file), passageId: `${at + 1}.`, text }
    }),
    questions: rows.map(({ id, question }) => ({ id, question, relevant: [`passage-${id}`] })),
  }
}

async function readLines<Row>(file: string, row: z.ZodType<Row>): Promise<Row[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => row.parse(JSON.parse(line)))
}
