import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export interface ConfirmDialogProps {
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

/**
 * Asks before an act that is hard to undo. Focus starts on Cancel; only buttons and Esc close it.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  const { onClose, title, question, confirmLabel, onConfirm, children } = props
  const { isBusy = false, isBlocked = false, destructive = true } = props
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Radix.Portal>
        <DialogFrame placement="center">
          <Radix.Content
            {...focusReturn}
            aria-modal="true"
            className="w-full max-w-dialog animate-rise rounded-card bg-raised shadow-dialog outline-none"
          >
            <div className="flex flex-col gap-2 px-5 pt-5 pb-5">
              <Radix.Title className="font-semibold text-16">{title}</Radix.Title>
              <Radix.Description className="text-secondary">{question}</Radix.Description>
              {children}
            </div>
            <footer className="flex flex-wrap justify-end gap-2 rounded-b-card border-subtle border-t bg-sunken px-5 py-3">
              <Radix.Cancel asChild>
                <Button disabled={isBusy}>Cancel</Button>
              </Radix.Cancel>
              <Button
                variant={destructive ? 'danger' : 'primary'}
                busy={isBusy}
                disabled={isBlocked}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </footer>
          </Radix.Content>
        </DialogFrame>
      </Radix.Portal>
    </Radix.Root>
  )
}
