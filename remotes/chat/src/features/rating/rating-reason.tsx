import {
  type AnswerRating,
  ratingCommentMax,
  ratingReasonLabels,
  ratingReasons,
} from '@portal/contracts/ratings'
import { Button } from '@portal/ui/button'
import { Select } from '@portal/ui/select'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useEffect, useRef } from 'react'

export interface ReasonDraft {
  readonly reason: string
  readonly comment: string
}

interface RatingReasonProps {
  readonly rating: AnswerRating
  readonly draft: ReasonDraft | null
  readonly onDraft: (draft: ReasonDraft) => void
  readonly isBusy: boolean
  readonly onSave: (rating: Omit<AnswerRating, 'ratedAt'>) => void
  readonly onClose: () => void
}

/** Why an answer was rated so: one of the reasons, a comment, or both. */
export function RatingReason({ rating, draft, onDraft, isBusy, onSave, onClose }: RatingReasonProps) {
  const now = draft ?? { reason: rating.reason ?? '', comment: rating.comment ?? '' }
  const { reason, comment } = now
  const chosen = ratingReasons.find((each) => each === reason)
  const form = useRef<HTMLFormElement>(null)
  // Below the last answer it would open behind the question box.
  // Browsers return a promise from it, which is no effect's cleanup.
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), [])
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
        onChange={({ target }) => onDraft({ ...now, reason: target.value })}
      />
      <TextAreaField
        label="Comment"
        optional
        rows={2}
        maxLength={ratingCommentMax}
        hint="Only you see it."
        value={comment}
        disabled={isBusy}
        onChange={({ target }) => onDraft({ ...now, comment: target.value })}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={isBusy}
          disabled={!chosen && comment.trim() === ''}
        >
          Save reason
        </Button>
        <Button size="sm" onClick={onClose} disabled={isBusy}>
          Close
        </Button>
      </div>
    </form>
  )
}
