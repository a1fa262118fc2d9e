import { closestMax, type NearestDocument } from '@portal/contracts/chat'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Caller, PassageSource } from '../ports.ts'
import { type DraftCitation, verifyCitations, withoutDisplay } from './cite.ts'
import type { Answer } from './compose-answer.ts'
import { otherLanguageText } from './other-language.ts'

interface NotAnswered {
  readonly question: string
  readonly source: PassageSource
  readonly passages: readonly RetrievedPassage[]
  /** What the model thinks nearest, not yet verified. */
  readonly closest: readonly DraftCitation[]
}

/** What the asker gets instead of an answer: the closest passages and documents (decision 74). */
export async function findNearest(
  caller: Caller,
  { source, question, passages, closest }: NotAnswered,
): Promise<Pick<Answer, 'closest' | 'nearest'> & { readonly content?: string }> {
  const [verified, nearest] = await Promise.all([
    verifyCitations(closest, (spans) => source.verify(caller, spans)),
    nearestDocuments(caller, source, passages),
  ])
  const content = otherLanguageText(question, passages)
  const near = closest.filter((_, at) => verified[at]).slice(0, closestMax)
  return {
    ...(content !== null && { content }),
    ...(near.length > 0 && { closest: near.map((citation, at) => withoutDisplay(citation, at + 1)) }),
    ...(nearest.length > 0 && { nearest }),
  }
}

async function nearestDocuments(
  caller: Caller,
  source: PassageSource,
  passages: readonly RetrievedPassage[],
): Promise<NearestDocument[]> {
  const ids = [...new Set(passages.map(({ documentId }) => documentId))].slice(0, closestMax)
  const documents = await Promise.all(
    ids.map(async (id) => {
      try {
        const { title, ownerId } = await source.document(caller, id)
        return [{ documentId: id, title, ownerId }]
      } catch (error) {
        // It was closed to the asker while the answer was made.
        if (error instanceof CodedError && error.code === 'not_found') return []
        throw error
      }
    }),
  )
  return documents.flat()
}
