import { RequestError } from '@portal/contracts/client'
import { failureText } from '@portal/remote-kit/unauthorized'
import { EmptyState } from '@portal/ui/empty-state'
import { ErrorPanel } from '@portal/ui/error-panel'
import { Skeleton } from '@portal/ui/skeleton'
import { useDepartments } from './queries.ts'

/** The departments, in all states: loading, failed, none, some. */
export function DepartmentList() {
  const departments = useDepartments()
  const { data, error } = departments
  return (
    <section aria-label="Departments" aria-busy={departments.isPending} className="flex flex-col gap-3">
      {departments.isPending && <Skeleton className="h-24" />}
      {error && (
        <ErrorPanel
          title="The departments could not be loaded"
          message={failureText(error, 'Check your connection and try again.')}
          requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
          onRetry={() => void departments.refetch()}
          isRetrying={departments.isFetching}
        />
      )}
      {data?.length === 0 && <EmptyState title="No departments yet" />}
      {data && data.length > 0 && (
        <ul className="list-none rounded-card border border-default bg-panel">
          {data.map(({ id, name }) => (
            <li key={id} dir="auto" className="truncate px-4 py-2.5 text-14">
              {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
