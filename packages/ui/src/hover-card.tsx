import { HoverCard as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { AppScope } from './app-scope.tsx'

const delaysMs = { openDelay: 250, closeDelay: 150 }

export interface HoverCardProps {
  /** One focusable element that takes a ref. */
  readonly trigger: ReactNode
  /** What sighted people see sooner; choosing the trigger must show all of it to everyone. */
  readonly children: ReactNode
}

/** A preview over the page on hover and focus. Esc or leaving closes it; touch has none. */
export function HoverCard({ trigger, children }: HoverCardProps) {
  return (
    <Radix.Root {...delaysMs}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <AppScope>
          <Radix.Content
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
