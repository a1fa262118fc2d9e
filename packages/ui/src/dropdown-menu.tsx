import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { AppScope } from './app-scope.tsx'

export interface DropdownMenuProps {
  /** One button that takes a ref. */
  readonly trigger: ReactNode
  /** `DropdownMenuItem`, `DropdownMenuLabel`, `DropdownMenuSeparator`. */
  readonly children: ReactNode
}

/** A menu: arrow keys move, typing jumps, Esc or a click outside closes. The page still scrolls. */
export function DropdownMenu({ trigger, children }: DropdownMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root
      modal={false}
      onOpenChange={(isOpen) => isOpen && setContainer(landmarkAround(button.current))}
    >
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <AppScope>
          <Radix.Content
            align="end"
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

/** All content belongs to a landmark, a menu of a dialog to the dialog, which hides the others. */
function landmarkAround(trigger: HTMLElement | null): HTMLElement | null {
  return trigger?.closest<HTMLElement>('[role="dialog"]') ?? document.querySelector('main')
}

export interface DropdownMenuItemProps {
  /** An icon and words; with `asChild` the one link that they are in. */
  readonly children: ReactNode
  readonly onSelect?: (event: Event) => void
  readonly asChild?: boolean
}

/** One act in a menu. */
export function DropdownMenuItem(props: DropdownMenuItemProps) {
  return (
    <Radix.Item
      {...props}
      className="flex cursor-pointer select-none items-center gap-2 rounded-control px-2 py-1.5 text-primary outline-none data-highlighted:bg-active [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-tertiary"
    />
  )
}

/** A line between groups of acts. */
export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 border-subtle border-t" />
}

/** The head of a menu, not selectable. */
export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5">{children}</Radix.Label>
}
