import type { ReleasedRemote } from '@portal/contracts/remote-releases'
import { Button } from '@portal/ui/button'
import { useOrganizations } from '../page/queries.ts'

interface RemotePinsProps {
  readonly pins: ReleasedRemote['pins']
  readonly onUnpin: (organization: number) => void
}

/** The organizations that keep a version, whatever is promoted. */
export function RemotePins({ pins, onUnpin }: RemotePinsProps) {
  const { data: organizations = [] } = useOrganizations()
  if (pins.length === 0) return null
  const names = new Map(organizations.map(({ id, name }) => [id, name]))
  return (
    <ul aria-label="Pinned" className="border-subtle border-t text-13">
      {pins.map(({ organization, version }) => (
        <li key={organization} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <span className="wrap-anywhere min-w-0 flex-1 basis-56">
            <bdi>{names.get(organization) ?? `Org #${organization}`}</bdi> keeps {version}
          </span>
          <Button size="sm" aria-label={`Unpin Org #${organization}`} onClick={() => onUnpin(organization)}>
            Unpin
          </Button>
        </li>
      ))}
    </ul>
  )
}
