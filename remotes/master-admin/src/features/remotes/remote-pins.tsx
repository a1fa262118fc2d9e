import type { ReleasedRemote } from '@portal/contracts/remote-releases'
import { Button } from '@portal/ui/button'
import { useOrganizationName } from '../page/queries.ts'

interface RemotePinsProps {
  readonly pins: ReleasedRemote['pins']
  readonly onUnpin: (organization: number) => void
}

/** The organizations that keep a version, whatever is promoted. */
export function RemotePins({ pins, onUnpin }: RemotePinsProps) {
  const nameOf = useOrganizationName()
  if (pins.length === 0) return null
  return (
    <ul aria-label="Pinned" className="border-subtle border-t text-13">
      {pins.map(({ organization, version }) => (
        <li key={organization} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
          <span className="wrap-anywhere min-w-0 flex-1 basis-56">
            <bdi>{nameOf(organization)}</bdi> keeps {version}
          </span>
          <Button
            size="sm"
            aria-label={`Unpin ${nameOf(organization)}`}
            onClick={() => onUnpin(organization)}
          >
            Unpin
          </Button>
        </li>
      ))}
    </ul>
  )
}
