import { classNames } from '@portal/ui/class-names'
import type { ReactNode } from 'react'
import { Difference, NoEvidence } from '../drawings/difference.tsx'
import { Activity, Library, Readers, Unanswered, VersionTimeline } from '../drawings/list-drawings.tsx'
import { HeadedSection } from '../site/section.tsx'

interface Feature {
  readonly title: string
  readonly text: string
  readonly drawing: ReactNode
  /** Columns of twelve, and the side on which the cell meets the rail. */
  readonly columns: string
  readonly edge?: 'left' | 'right'
  /** The drawing runs out of the cell's lower edge. */
  readonly isCut?: boolean
}

const features: readonly Feature[] = [
  {
    title: 'Approve the change, not forty pages',
    text: 'Approvers see what was added and removed between two versions, Word and PDF included. They decide once, with a comment, under their own name.',
    drawing: <Difference />,
    columns: 'lg:col-span-7',
    edge: 'left',
  },
  {
    title: 'No answer is better than a wrong one',
    text: 'When nothing in force covers a question, the assistant says so, names the closest documents and offers to ask their owner.',
    drawing: <NoEvidence />,
    columns: 'lg:col-span-5',
    edge: 'right',
  },
  {
    title: 'One version in force',
    text: 'Everyone reads the same current version. Earlier ones stay on record with their approvals.',
    drawing: <VersionTimeline />,
    columns: 'sm:col-span-6 lg:col-span-4',
    edge: 'left',
    isCut: true,
  },
  {
    title: 'Every policy has a home',
    text: 'File PDF, Word and text by department. Find them by title or ID, or ask in your own words.',
    drawing: <Library />,
    columns: 'sm:col-span-6 lg:col-span-4',
    isCut: true,
  },
  {
    title: 'Questions show you what to fix',
    text: 'Unanswered questions and low ratings point to the policy that needs a clearer sentence. What several people ask is shown without names.',
    drawing: <Unanswered />,
    columns: 'lg:col-span-4',
    edge: 'right',
    isCut: true,
  },
  {
    title: 'People read what they may read',
    text: 'Open a document to the whole organization or to chosen departments. Lists, search and answers follow the same rule.',
    drawing: <Readers />,
    columns: 'lg:col-span-5',
    edge: 'left',
  },
  {
    title: 'A record an auditor can follow',
    text: 'Who uploaded, who approved, what changed and when it took effect. Written as it happens and kept when a document is deleted.',
    drawing: <Activity />,
    columns: 'lg:col-span-7',
    edge: 'right',
  },
]

/** Product §2: the feature grid, each with a picture made of the product's own parts. */
export function FeatureGrid() {
  return (
    <HeadedSection
      id="features"
      eyebrow="What it does"
      title="From the first draft to the last question"
      text="A policy helps only when people can find it, trust it and act on it. These are the parts that make that happen."
      ground="panel"
    >
      <ul className="grid grid-cols-12 gap-px border-default border-t bg-rule">
        {features.map((feature) => (
          <FeatureCell key={feature.title} {...feature} />
        ))}
      </ul>
    </HeadedSection>
  )
}

const sides = { left: 'px-cell max-lg:px-pad lg:pl-pad', right: 'px-cell max-lg:px-pad lg:pr-pad' }

function FeatureCell({ title, text, drawing, columns, edge, isCut = false }: Feature) {
  const side = edge === undefined ? 'px-cell max-lg:px-pad' : sides[edge]
  return (
    <li className={classNames('col-span-12 flex min-w-0 flex-col bg-panel', columns)}>
      <div className={classNames('pt-[clamp(28px,3vw,40px)]', side)}>
        <h3 className="text-balance font-semibold text-20">{title}</h3>
        <p className="mt-2 max-w-[48ch] text-pretty text-15 text-secondary">{text}</p>
      </div>
      <div
        className={classNames(
          'flex min-h-50 flex-1 flex-col justify-end pt-8',
          side,
          !isCut && 'pb-[clamp(24px,3vw,40px)]',
        )}
      >
        {drawing}
      </div>
    </li>
  )
}
