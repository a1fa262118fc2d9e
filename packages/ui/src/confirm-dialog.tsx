import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { DialogFooter, ModalPanel, type ModalPanelProps } from './modal-panel.tsx'

export interface ConfirmDialogProps extends Pick<ModalPanelProps, 'isInAddress'> {
  readonly onClose: () => void
  readonly title: string
  /** The specified question. */
  readonly question: ReactNode
  /** Names the act ("Delete document"), never "OK". */
  readonly confirmLabel: string
  /** The dialog stays open until its owner closes it, so that a failure can be said here. */
  readonly onConfirm: () => void
  readonly isBusy?: boolean
  /** While the act may not be confirmed yet (a name still to be typed, say). */
  readonly isBlocked?: boolean
  readonly destructive?: boolean
  /** Anything more to see or to type before deciding. */
  readonly children?: ReactNode
}

/** Asks before an act that is hard to undo. Starts on Cancel; only buttons and Esc close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, isBusy = false, isBlocked = false, destructive = true, isInAddress = false } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <ModalPanel
      isAlert
      isDescribed
      {...{ isInAddress }}
      focusFirst={cancel}
      onClose={() => !isBusy && onClose()}
    >
      <div className="flex flex-col gap-2 px-5 pt-5 pb-5">
        <Radix.Title className="font-semibold text-16">{props.title}</Radix.Title>
        <Radix.Description className="text-secondary">{props.question}</Radix.Description>
        {props.children}
      </div>
      <DialogFooter>
        <Button ref={cancel} disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={destructive ? 'danger' : 'primary'}
          busy={isBusy}
          disabled={isBlocked}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </DialogFooter>
    </ModalPanel>
  )
}
