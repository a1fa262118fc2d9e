import { commentLengthMax } from '@portal/contracts/versions'
import { Button } from '@portal/ui/button'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useState } from 'react'

export interface CommentFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
}

/** Where a comment, a reply or its correction is written. Ctrl or ⌘ and Enter sends it. */
export function CommentForm(props: CommentFormProps) {
  const { label, submitLabel, value, onChange, isBusy, onSubmit, onCancel } = props
  const canSubmit = value.trim() !== '' && !isBusy
  const [initial] = useState(value)
  useUnsavedText(() => value !== initial && canSubmit)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit) onSubmit()
      }}
    >
      <TextAreaField
        autoFocus
        label={label}
        hideLabel
        rows={3}
        maxLength={commentLengthMax}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSubmit) return
          event.preventDefault()
          onSubmit()
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" busy={isBusy} disabled={!canSubmit}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
