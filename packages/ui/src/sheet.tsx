import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { CloseButton } from './close-button.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** Where it slides in from: `left` for navigation, `right` for what belongs to the page. */
  readonly side?: 'left' | 'right'
  readonly children: ReactNode
}

/** A drawer over the page, for what is a column on wide windows. Focus starts on its title. */
export function Sheet({ open, onOpenChange, title, side = 'right', children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focusReturn = useFocusReturn(heading)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <DialogFrame placement={side}>
          <Radix.Content
            {...focusReturn}
            aria-modal="true"
            aria-describedby={undefined}
            className={classNames(
              'relative flex h-full w-full max-w-[min(var(--width-sheet),calc(100vw-48px))] flex-col bg-panel shadow-dialog outline-none',
              side === 'right' ? 'animate-slide-left' : 'animate-slide-right',
            )}
          >
            <header className="flex h-topbar shrink-0 items-center border-default border-b pr-14 pl-4">
              <Radix.Title
                ref={heading}
                tabIndex={-1}
                className="truncate font-semibold text-14 outline-none"
              >
                {title}
              </Radix.Title>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
            <CloseButton />
          </Radix.Content>
        </DialogFrame>
      </Radix.Portal>
    </Radix.Root>
  )
}
