import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface LoseTextDialogProps extends Pick<ConfirmDialogProps, 'isInAddress'> {
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks before what was typed into a form is lost. */
export function LoseTextDialog({ onStay, onLeave, ...dialog }: LoseTextDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Leave without saving?"
      question="What you typed is not saved yet. It is lost if you leave."
      confirmLabel="Leave"
      onConfirm={onLeave}
      onClose={onStay}
    />
  )
}
