import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { type AnswerRating, lowRatingMax } from '@portal/contracts/ratings'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { RatingReason, type ReasonDraft } from './rating-reason.tsx'
import { useChosenStar } from './use-chosen-star.ts'

const stars = [1, 2, 3, 4, 5] as const

/** One to five stars for an answer, changeable; a low rating asks why (decision 31). */
export function RateAnswer({ message: { id, rating } }: { readonly message: ChatMessage }) {
  const [isExplaining, setExplaining] = useState(false)
  /** What was typed stays when its form is closed, until it is saved. */
  const [draft, setDraft] = useState<ReasonDraft | null>(null)
  const name = useId()
  const { mutate, isPending, variables } = useReportedMutation(chatApi.rateAnswer, {
    refreshes: [chatApi.listConversations.path],
    failure: 'Failed to rate the answer',
    // A better rating leaves open what may hold a comment.
    onDone: (given) =>
      setExplaining((isOpen) => isOpen || (given.reason === undefined && given.rating <= lowRatingMax)),
  })
  const explain = (body: Omit<AnswerRating, 'ratedAt'>) => {
    const onSuccess = () => {
      setExplaining(false)
      setDraft(null)
    }
    mutate({ params: { id }, body }, { onSuccess })
  }
  const { shown: given, inputOf } = useChosenStar({
    held: isPending ? variables?.body.rating : rating?.rating,
    isBusy: isPending,
    onSend: (value) => mutate({ params: { id }, body: { rating: value } }),
  })
  return (
    <div className="flex flex-col items-start gap-2 text-13 max-sm:has-[form]:w-full">
      <fieldset aria-busy={isPending} className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">Rate this answer</legend>
        <span aria-hidden="true" className="text-tertiary">
          {given === undefined ? 'Rate this answer' : 'Your rating'}
        </span>
        <span className="flex">
          {stars.map((value) => (
            <label
              key={value}
              title={words[value]}
              className="grid size-7 cursor-pointer place-items-center rounded-control hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                aria-label={words[value]}
                {...inputOf(value)}
              />
              <Star
                aria-hidden="true"
                className={classNames(
                  'size-4',
                  given !== undefined && value <= given ? 'fill-star text-star' : 'text-tertiary',
                )}
              />
            </label>
          ))}
        </span>
        {given !== undefined && <span className="text-secondary tabular-nums">{given} of 5</span>}
        {rating && !isExplaining && (
          <Button size="sm" variant="ghost" onClick={() => setExplaining(true)}>
            {rating.reason === undefined && rating.comment === undefined ? 'Say why' : 'Change reason'}
          </Button>
        )}
      </fieldset>
      {isExplaining && rating && (
        <RatingReason
          {...{ rating, draft }}
          isBusy={isPending}
          onDraft={setDraft}
          onSave={explain}
          onClose={() => setExplaining(false)}
        />
      )}
    </div>
  )
}

const words = {
  1: '1 star: bad',
  2: '2 stars: poor',
  3: '3 stars: fair',
  4: '4 stars: good',
  5: '5 stars: very good',
} as const
