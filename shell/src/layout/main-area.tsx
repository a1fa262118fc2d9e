import type { ReactNode } from 'react'

/** The id that the skip link and the focus after a navigation lead to. */
export const mainId = 'main'

interface MainAreaProps {
  readonly children: ReactNode
  readonly className?: string
}

/** The main landmark. Takes the focus after a navigation, so that the keyboard continues there. */
export function MainArea({ children, className = '' }: MainAreaProps) {
  return (
    <main id={mainId} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </main>
  )
}
