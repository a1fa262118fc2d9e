import type { Deletion } from '@portal/contracts/master-admin'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { ProgressBar } from '@portal/ui/progress-bar'
import { RelativeTime } from '@portal/ui/relative-time'
import { Check, LoaderCircle, RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { OrganizationHeading } from '../page/organization-heading.tsx'
import { DeletionSteps } from './deletion-steps.tsx'

export interface DeletionCardProps {
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
