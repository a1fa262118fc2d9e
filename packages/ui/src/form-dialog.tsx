import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { refuseHalfEntered } from './half-entered.ts'
import { LoseTextDialog } from './lose-text-dialog.tsx'
import { useUnsavedText } from './unsaved-text.ts'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide' | 'children'> {
  readonly submitLabel: string
  /** The submit button's label while the request runs. */
  readonly busyLabel: string
  readonly isBusy: boolean
  /** Disables the submit button while required input is missing. */
  readonly isIncomplete?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/**
 * A form in a dialog, which stays open while its request runs: a failure may need it again. Only
 * Cancel drops what was typed without a question (decision 79).
 */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel, isBusy, isIncomplete = false, onSubmit, onClose, ...dialog } = props
  const isTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  useUnsavedText(() => isTyped.current && !isBusy)
  const leave = () => {
    if (isBusy) return
    if (isTyped.current) setAsking(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        {...dialog}
        onClose={leave}
        onInput={({ target }) => {
          // What is searched for in a list of choices is not typed to be kept.
          if (!(target instanceof HTMLInputElement && target.type === 'search')) isTyped.current = true
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (!refuseHalfEntered(event.currentTarget)) onSubmit()
        }}
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={isBusy} disabled={isIncomplete}>
              {isBusy ? busyLabel : submitLabel}
            </Button>
          </>
        }
      />
      {isAsking && <LoseTextDialog onStay={() => setAsking(false)} onLeave={onClose} />}
    </>
  )
}
