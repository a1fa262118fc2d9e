import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A key to press, drawn as a key. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-block min-w-4.5 rounded-[4px] border border-default bg-panel px-1.25 text-center font-medium font-sans text-[0.6875rem] text-tertiary leading-4',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
