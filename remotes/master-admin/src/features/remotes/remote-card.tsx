import type { PublishedVersion, ReleasedRemote } from '@portal/contracts/remote-releases'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import { RelativeTime } from '@portal/ui/relative-time'
import { useId, useState } from 'react'
import { PreviewDialog } from './preview-dialog.tsx'
import { FailureList, PromotionState } from './promotion-state.tsx'
import { PinDialog, PromoteDialog, RollBackDialog, UnpinDialog } from './release-dialogs.tsx'
import { RemotePins } from './remote-pins.tsx'

/** The dialog that is open, and for which version or organization. */
type OpenDialog =
  | { readonly kind: 'promote' | 'pin' | 'preview'; readonly version: string }
  | { readonly kind: 'rollback'; readonly version?: string }
  | { readonly kind: 'unpin'; readonly organization: number }

/** One remote: what everybody has, its promotion, its versions and pins, and what may be done. */
export function RemoteCard({ remote }: { readonly remote: ReleasedRemote }) {
  const { name, current, promotion, versions, pins, failures } = remote
  const heading = useId()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  return (
    <article aria-labelledby={heading} className="rounded-card border border-default bg-panel">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-0.5">
          <h2 id={heading} className="wrap-anywhere font-semibold text-14">
            {name}
          </h2>
          <p className="wrap-anywhere text-12 text-tertiary">
            {current === null ? 'Nobody has it yet' : <>Everybody: {current}</>}
          </p>
        </div>
        {promotion && promotion.percent < 100 && (
          <Badge tone="info">{`${promotion.percent}% have ${promotion.version}`}</Badge>
        )}
        {promotion?.previous && (
          <Button size="sm" onClick={() => setDialog({ kind: 'rollback' })}>
            Roll back
          </Button>
        )}
      </header>
      {promotion && <PromotionState promotion={promotion} />}
      <FailureList failures={failures} />
      <RemotePins pins={pins} onUnpin={(organization) => setDialog({ kind: 'unpin', organization })} />
      <details className="group border-subtle border-t">
        <summary
          className={`${foldLineClass} rounded-b-card px-4 py-2.5 text-13 text-secondary hover:bg-hover group-open:rounded-none`}
        >
          <FoldMark />
          {counted(versions.length, 'version')}
        </summary>
        <ul aria-label={`Versions of ${name}`} className="border-subtle border-t text-13">
          {versions.map((version) => (
            <VersionRow
              key={version.version}
              version={version}
              isCurrent={version.version === current}
              onOpen={(kind) => setDialog({ kind, version: version.version })}
            />
          ))}
        </ul>
      </details>
      {dialog && <ReleaseDialog remote={remote} dialog={dialog} onClose={() => setDialog(null)} />}
    </article>
  )
}

interface ReleaseDialogProps {
  readonly remote: ReleasedRemote
  readonly dialog: OpenDialog
  readonly onClose: () => void
}

function ReleaseDialog({ remote, dialog, onClose }: ReleaseDialogProps) {
  const { name } = remote
  switch (dialog.kind) {
    case 'promote':
      return (
        <PromoteDialog
          name={name}
          version={dialog.version}
          isFirst={remote.current === null}
          onClose={onClose}
        />
      )
    case 'rollback':
      return (
        <RollBackDialog
          name={name}
          version={dialog.version ?? remote.promotion?.previous ?? ''}
          onClose={onClose}
        />
      )
    case 'pin':
      return <PinDialog name={name} version={dialog.version} onClose={onClose} />
    case 'unpin':
      return <UnpinDialog name={name} organization={dialog.organization} onClose={onClose} />
    case 'preview':
      return <PreviewDialog name={name} version={dialog.version} onClose={onClose} />
  }
}

interface VersionRowProps {
  readonly version: PublishedVersion
  readonly isCurrent: boolean
  readonly onOpen: (kind: 'promote' | 'pin' | 'preview') => void
}

function VersionRow({ version: row, isCurrent, onOpen }: VersionRowProps) {
  const { version, publishedAt, signedBy, reasonAgainst } = row
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-subtle border-t px-4 py-2 first:border-t-0">
      <span className="wrap-anywhere min-w-0 flex-1 basis-56">
        <span className="font-medium">{version}</span>{' '}
        <span className="text-tertiary">
          <RelativeTime at={publishedAt} />, {signedBy === null ? 'not signed' : `signed by ${signedBy}`}
        </span>
        {reasonAgainst !== null && <span className="block text-danger-text">{reasonAgainst}</span>}
      </span>
      {isCurrent && <Badge tone="success">Current</Badge>}
      {reasonAgainst === null && (
        <span className="flex flex-wrap gap-2">
          {!isCurrent && (
            <Button size="sm" aria-label={`Promote ${version}`} onClick={() => onOpen('promote')}>
              Promote
            </Button>
          )}
          <Button size="sm" aria-label={`Pin ${version}`} onClick={() => onOpen('pin')}>
            Pin
          </Button>
          <Button size="sm" aria-label={`Preview ${version}`} onClick={() => onOpen('preview')}>
            Preview
          </Button>
        </span>
      )}
    </li>
  )
}
