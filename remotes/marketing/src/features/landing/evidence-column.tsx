import { Badge } from '@portal/ui/badge'
import { EmptyState } from '@portal/ui/empty-state'
import { SearchX } from 'lucide-react'
import type { Source } from './answer-examples.ts'

/** The document behind the open citation, its passage marked. */
export function EvidenceColumn({ source, number }: { source: Source | undefined; number: number }) {
  return (
    <section
      aria-label="Source"
      aria-live="polite"
      className="min-w-0 border-default border-t bg-canvas lg:border-t-0 lg:border-l"
    >
      {source ? (
        <OpenSource key={source.document} source={source} number={number} />
      ) : (
        <div className="grid h-full place-items-center">
          <EmptyState
            icon={<SearchX />}
            title="No sentence to show"
            description="Nothing in force covers this question, so nothing is quoted. Its owner can be asked instead."
          />
        </div>
      )}
    </section>
  )
}

function OpenSource({ source, number }: { source: Source; number: number }) {
  return (
    <>
      <p className="flex h-13 items-center gap-2.5 border-default border-b px-4 font-semibold text-15 sm:px-5.5">
        <span className="grid h-4.5 min-w-4.5 place-items-center rounded-[5px] bg-accent px-1.25 text-[0.6875rem]/4 text-accent-on">
          {number}
        </span>
        {source.document}
      </p>
      <div className="animate-appear p-4 sm:px-5.5 sm:py-4.5">
        <dl className="grid grid-cols-[92px_1fr] gap-x-3 gap-y-1.5 text-13/4.5">
          {source.facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-tertiary">{label}</dt>
              <dd className="flex items-center gap-2">
                {value}
                {label === 'Version' && <Badge tone="success">Current Version</Badge>}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 rounded-tile border border-default bg-panel py-5 pr-5.5 pl-10 text-[0.84375rem]/5.5 text-secondary">
          <p className="mb-1.5 font-semibold text-13 text-primary">{source.heading}</p>
          <p className="relative text-primary before:absolute before:inset-y-0.5 before:-left-4.5 before:w-0.75 before:rounded-pill before:bg-mark-edge">
            <mark className="passage text-mark">{source.passage}</mark>
          </p>
          <p className="mt-2.5">{source.after}</p>
        </div>
      </div>
    </>
  )
}
