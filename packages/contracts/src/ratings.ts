import { z } from 'zod'
import { event } from './events.ts'
import { route } from './route.ts'

/** Why an answer was rated as it was. */
export const ratingReasons = ['wrong', 'incomplete', 'outdated', 'unclear', 'other'] as const
export type RatingReason = (typeof ratingReasons)[number]

/** The words shown for a reason. */
export const ratingReasonLabels: Readonly<Record<RatingReason, string>> = {
  wrong: 'It is wrong',
  incomplete: 'Something is missing',
  outdated: 'It is out of date',
  unclear: 'It is hard to understand',
  other: 'Something else',
}

/** Longest comment on an answer, in characters (decision 66). */
export const ratingCommentMax = 4000

/** Up to this rating an answer is one that the documents should give better. */
export const lowRatingMax = 2

const stars = 'Rating must be a whole number from 1 to 5.'

/** What an asker thinks of an answer; form and server validate with it alike. */
export const NewRating = z.object({
  rating: z.number(stars).int(stars).min(1, stars).max(5, stars),
  reason: z.enum(ratingReasons, 'Reason must be one of those offered.').optional(),
  comment: z
    .string('Comment must be a text.')
    .trim()
    .max(ratingCommentMax, `Comment must be at most ${ratingCommentMax} characters.`)
    .optional(),
})

/** A rating as its asker sees it again. */
export const AnswerRating = NewRating.extend({ ratedAt: z.iso.datetime() })
export type AnswerRating = z.infer<typeof AnswerRating>

/** The rating of an answer, served by chat (decision 31). */
export const ratingsApi = {
  rateAnswer: route('PUT', '/api/chat/messages/{id}/rating', {
    can: 'answer:rate',
    summary: 'Rate an answer to a question of one’s own, or change the rating',
    params: z.object({ id: z.uuid() }),
    body: NewRating,
    returns: AnswerRating,
  }),
} as const

const stored = z.number().int().min(1).max(5)

/** Events of ratings. */
export const ratingEvents = {
  /** `previous` is the rating that this one replaces (decision 31). */
  answerRated: event('answer.rated', 1, {
    conversationId: z.uuid(),
    messageId: z.uuid(),
    userId: z.string(),
    rating: stored,
    previous: stored.nullable(),
  }),
}
