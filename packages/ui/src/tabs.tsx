import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabItem {
  readonly value: string
  readonly label: string
  /** Shown next to the label. */
  readonly count?: number | undefined
  readonly content: ReactNode
}

export interface TabsProps {
  /** Names the list of tabs for assistive technology. */
  readonly label: string
  readonly items: readonly TabItem[]
  /** The open tab, usually kept in the address. */
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** Views of one thing. Arrow keys move between tabs. */
export function Tabs({ label, items, value, onValueChange }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-default border-b [scrollbar-width:none]"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="relative inline-flex items-center gap-1.5 whitespace-nowrap rounded-t-control px-2.5 pt-2 pb-2.5 font-medium text-13 text-secondary after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-t-[2px] hover:text-primary focus-visible:-outline-offset-2 data-[state=active]:text-primary data-[state=active]:after:bg-accent"
          >
            {item.label}
            {item.count !== undefined && (
              <span className="min-w-4.5 rounded-pill bg-neutral-subtle px-1.25 text-center font-semibold text-[0.6875rem] text-neutral-text leading-4.5">
                {item.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-5">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
