import type { ReactNode } from 'react'

/** A keyboard key. Layout and visibility belong to the element around it. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-4.5 rounded-[4px] border border-default bg-panel px-1.25 text-center font-medium font-sans text-[0.6875rem] text-tertiary leading-4">
      {children}
    </kbd>
  )
}
