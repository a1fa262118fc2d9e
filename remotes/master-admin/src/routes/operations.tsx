import { type Operations, operationsApi } from '@portal/contracts/operations'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { Skeleton } from '@portal/ui/skeleton'
import { RefreshCw } from 'lucide-react'
import { PartList } from '../features/operations/part-list.tsx'
import { rowClass, Section } from '../features/operations/section.tsx'
import { SlowRoutes } from '../features/operations/slow-routes.tsx'
import { TraceList } from '../features/operations/trace-list.tsx'
import { MasterPage } from '../features/page/master-page.tsx'

/** What the portal's processes know of their work (decision 114). */
export function Screen() {
  return (
    <MasterPage
      title="Operations"
      subtitle="What runs, what waits, and what was slow or failed, as one process of each part reports it."
    >
      <Report />
    </MasterPage>
  )
}

function Report() {
  const operations = useRouteQuery(operationsApi.readOperations, {})
  const { data, isFetching, refetch } = operations
  return (
    <>
      {operations.isPending && (
        <div role="status" aria-label="Loading operations" className="flex flex-col gap-4">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
      <ReadFailure title="The report could not be loaded" query={operations} />
      {data && (
        <>
          <div>
            <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
              <RefreshCw className="size-3.5" />
              Refresh
            </Button>
          </div>
          <PartList parts={data.parts} />
          <SlowRoutes parts={data.parts} />
          <ErrorList errors={data.errors} />
          <TraceList traces={data.traces} isTracing={data.parts.some(({ report }) => report?.isTracing)} />
        </>
      )}
    </>
  )
}

/** The last errors of the log; the log itself has their words, under the request's id. */
function ErrorList({ errors }: Pick<Operations, 'errors'>) {
  return (
    <Section
      title="Last errors"
      empty="No part has logged an error in the last hour."
      rows={errors.map(({ at, service, message, route, error, requestId }) => (
        <li key={`${at} ${service} ${message} ${requestId}`} className={rowClass}>
          <span className="wrap-anywhere min-w-0 flex-1 basis-56">
            <span className="font-medium">{service}</span>: {message}
            {error !== null && <span className="text-danger-text"> ({error})</span>}
            {route !== null && <code className="block text-12 text-tertiary">{route}</code>}
            {requestId !== null && <span className="block text-12 text-tertiary">Request {requestId}</span>}
          </span>
          <RelativeTime at={new Date(at).toISOString()} className="text-tertiary" />
        </li>
      ))}
    />
  )
}
