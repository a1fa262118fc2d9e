import type { Deletion } from '@portal/contracts/master-admin'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { counted } from '@portal/ui/counted'
import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import { ProgressBar } from '@portal/ui/progress-bar'
import { RelativeTime } from '@portal/ui/relative-time'
import { Check, LoaderCircle, RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { OrganizationHeading } from '../page/master-page.tsx'

interface DeletionCardProps {
  readonly deletion: Deletion
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
}

/** One deletion: how far it is, and the part of each store. */
export function DeletionCard({ deletion, isRefreshing, onRefresh }: DeletionCardProps) {
  const { organizationId, organizationName, requestedAt, finishedAt, isOverdue, steps } = deletion
  const heading = useId()
  const done = steps.filter((step) => step.finishedAt !== null).length
  const isDone = finishedAt !== null
  return (
    <article aria-labelledby={heading} className="rounded-card border border-default bg-panel">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <OrganizationHeading id={heading} name={organizationName} organizationId={organizationId} />
          <p className="text-12 text-tertiary">
            Asked for <RelativeTime at={requestedAt} />
            {isDone && (
              <>
                , finished <RelativeTime at={finishedAt} />
              </>
            )}
          </p>
        </div>
        {isOverdue && <Badge tone="warning">Longer than a day</Badge>}
        <Badge tone={isDone ? 'success' : 'info'} icon={isDone ? <Check /> : <LoaderCircle />}>
          {isDone ? 'Nothing left' : 'In progress'}
        </Badge>
        {!isDone && (
          <Button size="sm" busy={isRefreshing} onClick={onRefresh}>
            {!isRefreshing && <RefreshCw className="size-3.5" />}
            Refresh
          </Button>
        )}
      </header>
      {!isDone && (
        <div className="px-4 pb-3">
          <ProgressBar
            label={`Deletion of ${organizationName}`}
            value={steps.length === 0 ? null : (100 * done) / steps.length}
          />
        </div>
      )}
      <DeletionSteps steps={steps} />
    </article>
  )
}

type Step = Deletion['steps'][number]

const columns = [
  { label: 'Store', look: 'text-start' },
  { label: 'Removed', look: 'w-24 text-end' },
  { label: 'Left', look: 'w-20 text-end' },
]

/** What each store of each service has removed, and what a check afterwards still found there. */
function DeletionSteps({ steps }: { readonly steps: readonly Step[] }) {
  const done = steps.filter(({ finishedAt }) => finishedAt !== null).length
  if (steps.length === 0) return null
  return (
    <details className="group border-subtle border-t">
      <summary
        className={`${foldLineClass} rounded-b-card px-4 py-2.5 text-13 text-secondary hover:bg-hover group-open:rounded-none`}
      >
        <FoldMark />
        {done} of {counted(steps.length, 'store')} finished
      </summary>
      <table className="w-full border-subtle border-t text-13">
        <caption className="sr-only">Stores by service</caption>
        <thead>
          <tr className="text-12 text-tertiary">
            {columns.map(({ label, look }) => (
              <th key={label} scope="col" className={classNames('px-4 py-2 font-medium', look)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(steps, ({ service }) => service)].map(([service, own]) => (
          <ServiceSteps key={service} service={service} steps={own} />
        ))}
      </table>
    </details>
  )
}

function ServiceSteps({ service, steps }: { readonly service: string; readonly steps: readonly Step[] }) {
  return (
    <tbody>
      <tr className="border-subtle border-t bg-sunken">
        <th scope="rowgroup" className="px-4 py-1.5 text-start font-medium">
          {service}
        </th>
        <td className="px-4 py-1.5 text-end font-medium tabular-nums">{sum(steps, 'removed')}</td>
        <td className="px-4 py-1.5 text-end font-medium tabular-nums">{sum(steps, 'remaining')}</td>
      </tr>
      {steps.map(({ store, removed, remaining }) => (
        <tr key={store} className="border-subtle border-t">
          <td className="break-words py-1 pr-4 pl-7 text-secondary">{store}</td>
          <td className="px-4 py-1 text-end text-secondary tabular-nums">{removed ?? '–'}</td>
          <td className="px-4 py-1 text-end text-secondary tabular-nums">{remaining ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** A dash while no store has said a number. */
function sum(steps: readonly Step[], what: 'removed' | 'remaining'): number | string {
  const counts = steps.flatMap((step) => step[what] ?? [])
  return counts.length === 0 ? '–' : counts.reduce((total, one) => total + one, 0)
}
