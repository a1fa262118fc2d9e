import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide' | 'children'> {
  readonly submitLabel: string
  /** What the submit button says until the answer came. */
  readonly busyLabel: string
  readonly isBusy: boolean
  /** Holds the submit button back while what it needs is missing. */
  readonly isIncomplete?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Fields to fill in and send. It stays open, and cannot be cancelled, until what was sent is answered: only then is it known whether it is needed again. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel, isBusy, isIncomplete = false, onSubmit, onClose, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
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
  )
}
