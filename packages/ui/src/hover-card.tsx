import { HoverCard as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { AppScope } from './app-scope.tsx'

const delaysMs = { openDelay: 250, closeDelay: 150 }

export interface HoverCardProps {
  /** One focusable element that takes a ref. */
  readonly trigger: ReactNode
  /** What sighted people see sooner; choosing the trigger must show all of it to everyone. */
  readonly children: ReactNode
}

/**
 * A preview over the page on hover and focus. Esc, leaving and choosing the trigger close it; touch
 * has none, and screen readers do not hear what choosing the trigger shows anyway.
 */
export function HoverCard({ trigger, children }: HoverCardProps) {
  const [isOpen, setOpen] = useState(false)
  // Pressing the trigger would open it over what was chosen: by its focus, and late by the pointer.
  // A pointer that leaves stops only one of Radix's two timers, so it has to come again first.
  const isChosen = useRef(false)
  const isUnderPointer = useRef(false)
  const close = () => {
    isChosen.current = true
    setOpen(false)
  }
  const enter = () => {
    isUnderPointer.current = true
    isChosen.current = false
  }
  const leave = () => {
    isUnderPointer.current = false
  }
  const blur = () => {
    if (!isUnderPointer.current) isChosen.current = false
  }
  return (
    <Radix.Root {...delaysMs} open={isOpen} onOpenChange={(open) => setOpen(open && !isChosen.current)}>
      <Radix.Trigger
        asChild
        onPointerEnter={enter}
        onPointerDown={close}
        onClick={close}
        onPointerLeave={leave}
        onBlur={blur}
      >
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <AppScope>
          <Radix.Content
            aria-hidden
            sideOffset={6}
            collisionPadding={8}
            className="z-(--z-popover) w-90 max-w-[calc(100vw-16px)] animate-appear rounded-card border border-default bg-raised p-3 text-13 shadow-popover"
          >
            {children}
          </Radix.Content>
        </AppScope>
      </Radix.Portal>
    </Radix.Root>
  )
}
