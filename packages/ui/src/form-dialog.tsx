import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

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

/** A form in a dialog, which stays open while its request runs: a failure may need it again. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busyLabel, isBusy, isIncomplete = false, onSubmit, onClose, ...dialog } = props
  return (
    <Dialog
      {...dialog}
      onClose={() => !isBusy && onClose()}
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
