import { Dialog as Radix } from 'radix-ui'
import type { FormEvent, ReactNode } from 'react'
import { DialogFooter, ModalPanel } from './modal-panel.tsx'

export interface DialogProps {
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  /** Buttons, the primary one last. */
  readonly footer?: ReactNode
  /** Makes body and footer one form, so that Enter submits; fields show their own errors. */
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Hears every change of the form's fields. */
  readonly onInput?: (event: FormEvent<HTMLFormElement>) => void
  readonly wide?: boolean
  /** For what is shown only once: a click outside does not close it. */
  readonly isSticky?: boolean
  /** `top` for one that changes its height: its upper edge stays where it is. */
  readonly placement?: 'center' | 'top'
  readonly children?: ReactNode
}

/** A modal task. Focus is trapped and returns on closing; Esc or a click outside closes it. */
export function Dialog(props: DialogProps) {
  const { title, description, footer, onSubmit, onInput, wide = false } = props
  const content = (
    <>
      <div className="flex flex-col gap-4 px-5 pt-3 pb-5">{props.children}</div>
      {footer && <DialogFooter>{footer}</DialogFooter>}
    </>
  )
  return (
    <ModalPanel
      onClose={props.onClose}
      placement={props.placement ?? 'center'}
      isDescribed={Boolean(description)}
      isSticky={props.isSticky ?? false}
      className={wide ? 'max-w-dialog-wide' : undefined}
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
        <form noValidate onSubmit={onSubmit} onInput={onInput}>
          {content}
        </form>
      )}
    </ModalPanel>
  )
}
