import type { Answer } from '../answers/compose-answer.ts'
import type { goldenQuestions, goldenResults } from '../learned/golden-schema.ts'

type Golden = Pick<typeof goldenQuestions.$inferSelect, 'documentId' | 'words'>
type Result = Omit<typeof goldenResults.$inferSelect, 'organizationId' | 'runId' | 'questionId'>

/** How an answer compares with what stewards expect: the document cited, and its words shown. */
export function resultOf(
  { documentId, words }: Golden,
  { outcome, citations }: Pick<Answer, 'outcome' | 'citations'>,
): Result {
  const quotes = citations.filter((each) => each.documentId === documentId).map(({ quote }) => quote)
  return {
    outcome,
    isRightDocument: quotes.length > 0,
    hasWords: words === '' ? null : plain(quotes.join(' ')).includes(plain(words)),
    citedDocuments: [...new Set(citations.map((each) => each.documentId))],
  }
}

/** Layout, punctuation and case do not count. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
