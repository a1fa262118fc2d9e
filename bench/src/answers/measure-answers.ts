import type { GoldenQuestion } from '../golden/golden-questions.ts'
import type { EmbeddingCache } from '../search/embedding-cache.ts'
import { askGolden } from './ask-golden.ts'
import { type FilledLibrary, fillLibrary } from './fill-library.ts'
import { judgeReply } from './judge-reply.ts'
import type { Measured } from './measures.ts'
import { plainAnswers } from './plain-words.ts'
import type { PlannedDocument } from './planned-documents.ts'
import { type Objection, readingObjections } from './reading-rules.ts'
import type { AnsweringServices } from './services.ts'
import { overlapOf } from './span-overlap.ts'

/** The replies to all questions whose documents are there, judged. */
export interface MeasuredAnswers extends Pick<FilledLibrary, 'fileOf'> {
  readonly measured: readonly Measured[]
  readonly objections: readonly Objection[]
  /** The text of a version; empty if unknown. */
  textOf(versionId: string): string
}

/** `vectors`: for the overlaps with the words that answer, which are left out without. */
interface Measurement {
  readonly planned: readonly PlannedDocument[]
  readonly golden: readonly GoldenQuestion[]
  readonly vectors?: EmbeddingCache
}

/** Fills the library, asks the questions and judges what is answered. */
export async function measureAnswers(
  services: AnsweringServices,
  { planned, golden, vectors }: Measurement,
): Promise<MeasuredAnswers> {
  const library = await fillLibrary(services, planned)
  const isThere = (file: string | null) => file === null || library.textOf(file) !== undefined
  // What another organization answers is asked where that organization has no documents, too.
  const questions = golden.filter(({ file, unanswerable }) => unanswerable === 'foreign' || isThere(file))
  const answers = new Map(questions.map((each) => [each, plainAnswers(each, library.textOf)]))
  const replies = await askGolden(services, questions, (done) => {
    if (done % 100 === 0) console.log(`${done} of ${questions.length} questions were asked`)
  })
  const measured: Measured[] = []
  for (const reply of replies) {
    const judge = { answers: answers.get(reply.golden) ?? new Map(), library }
    const overlap = vectors ? await overlapOf(reply, { ...judge, vectors }) : null
    measured.push({ ...judgeReply(reply, judge), overlap })
  }
  const textOf = (versionId: string) => library.textOf(library.fileOf(versionId) ?? '') ?? ''
  const objections = replies.flatMap(({ citations }) => readingObjections(citations, textOf))
  return { measured, objections, textOf, fileOf: library.fileOf }
}
