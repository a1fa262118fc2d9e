import type { AnswerRating } from '@portal/contracts/ratings'
import type { VerifiedAnswer } from '@portal/contracts/verified-answers'
import type { answerRatings } from './ratings-schema.ts'
import type { verifiedAnswers } from './verified-schema.ts'

type RatingRow = typeof answerRatings.$inferSelect

/** As its asker sees it again. */
export function presentRating({ rating, reason, comment, ratedAt }: RatingRow): AnswerRating {
  return {
    rating,
    ...(reason !== null && { reason }),
    ...(comment !== null && { comment }),
    ratedAt: ratedAt.toISOString(),
  }
}

/** As those see it to whom it is shown. */
export function presentVerified(row: typeof verifiedAnswers.$inferSelect): VerifiedAnswer {
  const { id, question, content, citations, state, verifiedBy, verifiedAt, endedAt } = row
  return {
    ...{ id, question, content, citations, state, verifiedBy },
    verifiedAt: verifiedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
