import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'

const grounds = { canvas: '', panel: 'bg-panel', ink: 'bg-ink text-on-ink' }

export interface SectionProps {
  /** Id of the heading that names the section. */
  readonly labelledBy: string
  readonly ground?: keyof typeof grounds
  readonly children: ReactNode
}

/** One band of a public page, between two rails on wide windows. */
export function Section({ labelledBy, ground = 'canvas', children }: SectionProps) {
  return (
    <section
      aria-labelledby={labelledBy}
      className={classNames(
        grounds[ground],
        'border-b',
        ground === 'ink' ? 'border-transparent' : 'border-default',
      )}
    >
      <div
        className={classNames(
          'relative mx-auto max-w-rail rail:border-x',
          ground === 'ink' ? 'border-on-ink' : 'border-default',
        )}
      >
        {children}
      </div>
    </section>
  )
}

export interface HeadedSectionProps extends Omit<SectionProps, 'labelledBy'> {
  readonly id: string
  /** What kind of thing follows, in two or three words. */
  readonly eyebrow: string
  readonly title: string
  readonly text: ReactNode
}

/** A section that begins with an eyebrow, a heading and one sentence on what follows. */
export function HeadedSection({ id, eyebrow, title, text, children, ...section }: HeadedSectionProps) {
  return (
    <Section {...section} labelledBy={id}>
      <div className="grid items-baseline-last gap-x-col gap-y-5 px-pad pt-air pb-[clamp(40px,5vw,64px)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <p className="mb-3 font-medium text-14 text-accent-text">{eyebrow}</p>
          <h2 id={id} className="max-w-[20ch] text-balance font-semibold text-heading">
            {title}
          </h2>
        </div>
        <p className="max-w-[46ch] text-pretty text-secondary">{text}</p>
      </div>
      {children}
    </Section>
  )
}
