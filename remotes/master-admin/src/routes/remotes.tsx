import { remotesApi } from '@portal/contracts/remote-releases'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { Blocks } from 'lucide-react'
import { MasterPage } from '../features/page/master-page.tsx'
import { RemoteCard } from '../features/remotes/remote-card.tsx'
import { RemoteHistory } from '../features/remotes/remote-history.tsx'

/** Which version of each remote is shown to whom, and how that came about. */
export function Screen() {
  return (
    <MasterPage
      title="Remotes"
      subtitle="The parts of the portal that are built and shipped apart, and who has which version"
    >
      <RemoteList />
    </MasterPage>
  )
}

function RemoteList() {
  const releases = useRouteQuery(remotesApi.readRemotes, {})
  const { data } = releases
  return (
    <>
      {releases.isPending && (
        <div role="status" aria-label="Loading remotes" className="flex flex-col gap-4">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
      <ReadFailure title="The remotes could not be loaded" query={releases} />
      {data?.remotes.length === 0 && (
        <EmptyState
          icon={<Blocks />}
          title="No remotes yet"
          description="npm run remotes -- publish <name> <folder> publishes the build of a remote; it is then promoted here."
        />
      )}
      {data && data.remotes.length > 0 && (
        <>
          <p className="text-13 text-secondary">
            {data.keys.length === 0
              ? 'No keys are configured: versions need no signature.'
              : `Only versions signed by these keys are shown: ${data.keys.join(', ')}.`}{' '}
            The shell has contract {data.contract}.
          </p>
          <ul aria-label="Remotes" className="flex flex-col gap-4">
            {data.remotes.map((remote) => (
              <li key={remote.name}>
                <RemoteCard remote={remote} />
              </li>
            ))}
          </ul>
          <RemoteHistory acts={data.acts} />
        </>
      )}
    </>
  )
}
