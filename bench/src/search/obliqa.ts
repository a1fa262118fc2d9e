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

/**
 * ObliQA (Gokhan et al. 2024): 13,012 passages and the questions of the development set. Instead of
 * a folder, `sample` is a few of the chat service's own, which need no download.
 */
export async function readObliqa(folder: string): Promise<Obliqa> {
  if (folder === 'sample') return await readSample()
  return {
    passages: await readLines(join(folder, 'passages.jsonl'), PassageRow),
    questions: await readLines(join(folder, 'dev.jsonl'), QuestionRow),
  }
}

const SampleRow = z.object({ question: z.string(), file: z.string(), span: z.string() })

async function readSample(): Promise<Obliqa> {
  const file = new URL('../../../services/chat/evaluation/questions.json', import.meta.url)
  const { answerable } = z
    .object({ answerable: z.array(SampleRow) })
    .parse(JSON.parse(await readFile(file, 'utf8')))
  const files = [...new Set(answerable.map((row) => row.file))]
  return {
    passages: answerable.map((row, at) => ({
      ...{
        id: `passage-${at}`,
        documentId: files.indexOf(row.file),
        passageId: `${at + 1}.`,
        text: row.span,
      },
    })),
    questions: answerable.map(({ question }, at) => ({
      ...{ id: `question-${at}`, question, relevant: [`passage-${at}`] },
    })),
  }
}

async function readLines<Row>(file: string, row: z.ZodType<Row>): Promise<Row[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => row.parse(JSON.parse(line)))
}
