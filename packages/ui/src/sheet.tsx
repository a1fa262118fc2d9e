import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { ModalPanel, type ModalPanelProps } from './modal-panel.tsx'

export interface SheetProps extends Pick<ModalPanelProps, 'isInAddress'> {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** Where it slides in from: `left` for navigation, `right` for what belongs to the page. */
  readonly side?: 'left' | 'right'
  readonly children: ReactNode
}

/** A drawer over the page, for what is a column on wide windows. Focus starts on its title. */
export function Sheet({ open, onOpenChange, title, side = 'right', children, ...panel }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  if (!open) return null
  return (
    <ModalPanel
      {...panel}
      placement={side}
      focusFirst={heading}
      onClose={() => onOpenChange(false)}
      className={classNames(
        'flex h-full max-w-[min(var(--width-sheet),calc(100vw-48px))] flex-col bg-panel shadow-dialog',
        side === 'right' ? 'animate-slide-left' : 'animate-slide-right',
      )}
    >
      <header className="flex h-topbar shrink-0 items-center border-default border-b pr-14 pl-4">
        <Radix.Title ref={heading} tabIndex={-1} className="truncate font-semibold text-14 outline-none">
          {title}
        </Radix.Title>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </ModalPanel>
  )
}
