import type { ReactNode } from 'react'
import { Section } from './section.tsx'

interface PageTopProps {
  readonly title: string
  readonly lead: ReactNode
  /** What belongs to the first band, below title and lead. */
  readonly children?: ReactNode
}

/** The first band of every public page but the landing page: its title and what it is about. */
export function PageTop({ title, lead, children }: PageTopProps) {
  return (
    <Section labelledBy="top">
      <div className="grid items-end gap-x-col gap-y-6 px-pad pt-hero pb-[clamp(36px,4.4vw,60px)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h1 id="top" className="max-w-[22ch] text-balance font-semibold text-page">
          {title}
        </h1>
        <div className="max-w-[46ch] text-pretty text-18 text-secondary">{lead}</div>
      </div>
      {children}
    </Section>
  )
}
