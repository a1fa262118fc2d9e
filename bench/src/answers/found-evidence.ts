import { readFile, writeFile } from 'node:fs/promises'
import { carrySubject } from '@portal/chat-service/answers/carry-subject'
import { documentsApi } from '@portal/contracts/documents'
import type { AnswerRequest } from '@portal/service-kit/ports/chat-model'
import type { GoldenQuestion } from '../golden/golden-questions.ts'
import { askerOf, passagesMax } from './ask-golden.ts'
import type { FilledLibrary } from './fill-library.ts'
import { plainAnswers } from './plain-words.ts'
import type { AnsweringServices } from './services.ts'

/** A question with what retrieval found for it: all that an answer without a model is made of. */
export interface FoundEvidence {
  readonly golden: GoldenQuestion
  readonly found: Pick<AnswerRequest, 'question' | 'passages' | 'topicSimilarity'>
  /** The file of each passage. */
  readonly files: Readonly<Record<string, string>>
  /** What answers, by file, in plain words; none if unanswerable. */
  readonly answers: Readonly<Record<string, readonly string[]>>
}

/** Retrieves the passages of every question as its asker may read them. */
export async function findEvidence(
  { library: clientOf }: AnsweringServices,
  golden: readonly GoldenQuestion[],
  library: FilledLibrary,
): Promise<FoundEvidence[]> {
  const kept: FoundEvidence[] = []
  for (const each of golden) {
    const question = each.after === null ? each.question : carrySubject(each.question, [each.after])
    const body = { question, limit: passagesMax }
    const { passages, topicSimilarity } = await clientOf(askerOf(each)).call(documentsApi.retrievePassages, {
      body,
    })
    const supplied = passages.map((passage) => {
      const { id, documentId, start, title: documentTitle, headingPath, text } = passage
      const { score, similarity, windows } = passage
      const position = { documentId, start }
      return { id, position, documentTitle, headingPath, text, score, similarity, windows }
    })
    kept.push({
      golden: each,
      found: { question, passages: supplied, topicSimilarity: topicSimilarity ?? null },
      files: Object.fromEntries(passages.map(({ id, versionId }) => [id, library.fileOf(versionId) ?? ''])),
      answers: Object.fromEntries(plainAnswers(each, library.textOf)),
    })
  }
  return kept
}

/** Writes the evidence to a file, a question a line. */
export async function keepEvidence(file: string, evidence: readonly FoundEvidence[]): Promise<void> {
  await writeFile(file, `${evidence.map((each) => JSON.stringify(each)).join('\n')}\n`)
}

/** Reads what {@link keepEvidence} wrote. */
export async function readKept(file: string): Promise<FoundEvidence[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line): FoundEvidence => JSON.parse(line))
}
