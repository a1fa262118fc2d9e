import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import {
  type AnswerRating,
  lowRatingMax,
  ratingCommentMax,
  ratingReasonLabels,
  ratingReasons,
} from '@portal/contracts/ratings'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { Select } from '@portal/ui/select'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { Star } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useChosenStar } from './use-chosen-star.ts'

const stars = [1, 2, 3, 4, 5] as const

/** One to five stars for an answer, changeable; a low rating asks why (decision 31). */
export function RateAnswer({ message: { id, rating } }: { readonly message: ChatMessage }) {
  const [isExplaining, setExplaining] = useState(false)
  const name = useId()
  const { mutate, isPending, variables } = useReportedMutation(chatApi.rateAnswer, {
    refreshes: [chatApi.listConversations.path],
    failure: 'Failed to rate the answer',
    // Once the reason is saved it closes; a better rating leaves open what may hold a comment.
    onDone: (given) =>
      setExplaining((isOpen) => given.reason === undefined && (isOpen || given.rating <= lowRatingMax)),
  })
  const rate = (body: Omit<AnswerRating, 'ratedAt'>) => mutate({ params: { id }, body })
  const { shown: given, inputOf } = useChosenStar({
    held: isPending ? variables?.body.rating : rating?.rating,
    isBusy: isPending,
    onSend: (value) => rate({ rating: value }),
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
        <Explanation rating={rating} isBusy={isPending} onSave={rate} onClose={() => setExplaining(false)} />
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

interface ExplanationProps {
  readonly rating: AnswerRating
  readonly isBusy: boolean
  readonly onSave: (rating: Omit<AnswerRating, 'ratedAt'>) => void
  readonly onClose: () => void
}

function Explanation({ rating, isBusy, onSave, onClose }: ExplanationProps) {
  const [reason, setReason] = useState<string>(rating.reason ?? '')
  const [comment, setComment] = useState(rating.comment ?? '')
  const chosen = ratingReasons.find((each) => each === reason)
  const form = useRef<HTMLFormElement>(null)
  // Below the last answer it would open behind the question box.
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), [])
  useUnsavedText(() => comment !== (rating.comment ?? '') && !isBusy)
  return (
    <form
      ref={form}
      aria-label="Reason of the rating"
      className="scroll-mb-5 flex w-full max-w-prose flex-col gap-3 rounded-control border border-default bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ rating: rating.rating, ...(chosen && { reason: chosen }), comment })
      }}
    >
      <Select
        label="Reason"
        placeholder="Choose"
        options={ratingReasons.map((value) => ({ value, label: ratingReasonLabels[value] }))}
        value={reason}
        disabled={isBusy}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextAreaField
        label="Comment"
        optional
        rows={2}
        maxLength={ratingCommentMax}
        hint="Only you see it."
        value={comment}
        disabled={isBusy}
        onChange={({ target }) => setComment(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={isBusy} disabled={!chosen}>
          Save reason
        </Button>
        <Button size="sm" onClick={onClose} disabled={isBusy}>
          Close
        </Button>
      </div>
    </form>
  )
}
