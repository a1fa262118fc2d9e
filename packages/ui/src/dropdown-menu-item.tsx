import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface DropdownMenuItemProps {
  readonly children: ReactNode
  readonly icon?: ReactNode
  readonly onSelect?: (event: Event) => void
  readonly disabled?: boolean
  readonly destructive?: boolean
  /** Gives look and behaviour to the single child: for a link. */
  readonly asChild?: boolean
}

/** One act in a menu. */
export function DropdownMenuItem(props: DropdownMenuItemProps) {
  const { children, icon, onSelect, disabled = false, destructive = false, asChild = false } = props
  return (
    <Radix.Item
      asChild={asChild}
      disabled={disabled}
      {...(onSelect === undefined ? {} : { onSelect })}
      className={classNames(
        'flex cursor-pointer select-none items-center gap-2 rounded-control px-2 py-1.5 outline-none data-disabled:cursor-not-allowed data-highlighted:bg-active data-disabled:text-disabled [&>svg]:size-4 [&>svg]:shrink-0',
        destructive ? 'text-danger-text' : 'text-primary [&>svg]:text-tertiary',
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Radix.Item>
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
