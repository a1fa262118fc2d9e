import { type EvidenceFeatures, readEvidence } from '@portal/adapters/chat-model/extractive/read-evidence'
import { carrySubject } from '@portal/chat-service/answers/carry-subject'
import { documentsApi } from '@portal/contracts/documents'
import type { ComparedSpan } from '@portal/service-kit/ports/chat-model'
import type { GoldenQuestion } from '../golden/golden-questions.ts'
import { askerOf, passagesMax } from './ask-golden.ts'
import type { AnsweringServices } from './services.ts'

/** A question with what the estimate of whether the documents answer it rests on. */
export interface FoundEvidence {
  readonly golden: GoldenQuestion
  readonly features: EvidenceFeatures
}

/** Reads the evidence for every question as its asker may read it. */
export async function findEvidence(
  { library: clientOf }: AnsweringServices,
  golden: readonly GoldenQuestion[],
): Promise<FoundEvidence[]> {
  const found: FoundEvidence[] = []
  for (const each of golden) {
    const library = clientOf(askerOf(each))
    const question = each.after === null ? each.question : carrySubject(each.question, [each.after])
    const body = { question, limit: passagesMax }
    const { passages, topicSimilarity = null } = await library.call(documentsApi.retrievePassages, { body })
    const { features } = await readEvidence({
      question,
      passages: passages.map(({ title: documentTitle, documentId, start, ...passage }) => ({
        ...passage,
        documentTitle,
        position: { documentId, start },
      })),
      topicSimilarity,
      compare: async (spans: readonly ComparedSpan[]) =>
        (await library.call(documentsApi.compareSpans, { body: { question, spans: [...spans] } }))
          .similarities,
    })
    found.push({ golden: each, features })
  }
  return found
}
