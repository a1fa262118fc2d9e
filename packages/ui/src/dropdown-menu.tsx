import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { AppScope } from './app-scope.tsx'

export interface DropdownMenuProps {
  /** One button that takes a ref. */
  readonly trigger: ReactNode
  /** `DropdownMenuItem`, `DropdownMenuLabel`, `DropdownMenuSeparator`. */
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

/**
 * A menu: arrow keys move, typing jumps, Esc or a click outside closes. Not modal: no scroll lock.
 */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <AppScope>
          <Radix.Content
            align={align}
            sideOffset={4}
            collisionPadding={8}
            className="z-(--z-popover) max-w-80 min-w-50 animate-appear rounded-card bg-raised p-1 text-13 shadow-popover outline-none"
          >
            {children}
          </Radix.Content>
        </AppScope>
      </Radix.Portal>
    </Radix.Root>
  )
}
