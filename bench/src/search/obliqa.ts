import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

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

/** ObliQA (Gokhan et al. 2024): 13,012 passages and the questions of the development set. */
export async function readObliqa(folder: string): Promise<Obliqa> {
  return {
    passages: await readLines(join(folder, 'passages.jsonl'), PassageRow),
    questions: await readLines(join(folder, 'dev.jsonl'), QuestionRow),
  }
}

async function readLines<Row>(file: string, row: z.ZodType<Row>): Promise<Row[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => row.parse(JSON.parse(line)))
}
