import { Dialog as Radix } from 'radix-ui'
import type { FormEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton } from './close-button.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export interface DialogProps {
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode
  /** Makes body and footer one form, so that Enter submits; fields show their own errors. */
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  readonly wide?: boolean
  readonly children?: ReactNode
}

/** A modal task. Focus is trapped and returns on closing; Esc or a click outside closes it. */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, footer, onSubmit, wide = false, children } = props
  const focusReturn = useFocusReturn()
  const content = (
    <>
      <div className="flex flex-col gap-4 px-5 pt-3 pb-5">{children}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 rounded-b-card border-subtle border-t bg-sunken px-5 py-3">
          {footer}
        </footer>
      )}
    </>
  )
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <DialogFrame placement="center">
          <Radix.Content
            {...focusReturn}
            aria-modal="true"
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'relative w-full animate-rise rounded-card bg-raised shadow-dialog outline-none',
              wide ? 'max-w-dialog-wide' : 'max-w-dialog',
            )}
          >
            <header className="pt-5 pr-14 pl-5">
              <Radix.Title className="font-semibold text-16">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-13 text-secondary">{description}</Radix.Description>
              )}
            </header>
            {onSubmit === undefined ? (
              content
            ) : (
              <form noValidate onSubmit={onSubmit}>
                {content}
              </form>
            )}
            <CloseButton />
          </Radix.Content>
        </DialogFrame>
      </Radix.Portal>
    </Radix.Root>
  )
}
