import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

export interface ExternalLinkProps extends Omit<ComponentProps<'a'>, 'target' | 'rel'> {
  readonly href: string
  readonly children: ReactNode
  /** Shows an arrow for links that leave the portal. */
  readonly hasArrow?: boolean
}

/** A link to an address outside the portal: opens a new tab, and says so. */
export function ExternalLink({ children, hasArrow = false, ...anchor }: ExternalLinkProps) {
  return (
    <a {...anchor} target="_blank" rel="noopener noreferrer">
      {children}
      {hasArrow && <ArrowUpRight aria-hidden="true" className="size-4 opacity-80" />}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
