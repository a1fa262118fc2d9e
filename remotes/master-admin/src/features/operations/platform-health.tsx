import { type OperatedPart, operationsApi } from '@portal/contracts/operations'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { counted } from '@portal/ui/counted'
import { Skeleton } from '@portal/ui/skeleton'
import { Activity, Check, ChevronRight, TriangleAlert } from 'lucide-react'
import { durationText } from './section.tsx'

/** Events that wait longer are not on their way. */
const publishedWithinSeconds = 60

/** In one line whether the portal runs, and the way to the report. It never changes its height. */
export function PlatformHealth() {
  const { data, isError } = useRouteQuery(operationsApi.readOperations, {})
  const troubles = data?.parts.flatMap(troublesOf)
  return (
    <Link
      to="/master-admin/operations"
      className="flex h-15 items-center gap-3 rounded-card border border-default bg-panel px-4 hover:bg-hover"
    >
      <Activity aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium text-14">Platform health</span>
        {troubles || isError ? (
          <span className="truncate text-12 text-secondary" title={troubles?.join(', ')}>
            {troubles ? inWords(troubles, data?.parts.length ?? 0) : 'The report could not be loaded'}
          </span>
        ) : (
          <Skeleton className="my-1 h-2.5 w-40" />
        )}
      </span>
      {troubles && <Verdict count={troubles.length} />}
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
    </Link>
  )
}

function Verdict({ count }: { readonly count: number }) {
  if (count === 0)
    return (
      <Badge tone="success" icon={<Check />}>
        Healthy
      </Badge>
    )
  return (
    <Badge tone="danger" icon={<TriangleAlert />}>
      {counted(count, 'problem')}
    </Badge>
  )
}

function inWords(troubles: readonly string[], parts: number): string {
  return troubles.length === 0 ? `All ${parts} parts answer` : troubles.join(', ')
}

/** What an operator has to see to in a part. */
function troublesOf({ name, report }: OperatedPart): string[] {
  if (report === null) return [`${name} does not answer`]
  const { backlog } = report
  if (backlog === undefined) return []
  if (backlog === null) return [`the database of ${name} does not answer`]
  const { lag, deadLetters, outbox } = backlog
  const dead = deadLetters.reduce((sum, { failed }) => sum + failed, 0)
  return [
    ...(lag === null ? [`${name} does not reach the event log`] : []),
    ...(dead > 0 ? [`${name} has ${counted(dead, 'dead letter')}`] : []),
    ...(outbox.oldestSeconds > publishedWithinSeconds
      ? [`${name} has not published for ${durationText(outbox.oldestSeconds * 1000)}`]
      : []),
  ]
}
