import type { Document } from '@portal/contracts/documents'
import type { IngestionState } from '@portal/contracts/ingestion'
import { Link } from '@portal/remote-kit/link'
import { Button, buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { counted } from '@portal/ui/counted'
import { fileSizeText } from '@portal/ui/file-size'
import { ProgressBar } from '@portal/ui/progress-bar'
import { Check, Clock, Layers, type LucideIcon, ScanText, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Proposals } from './proposals.tsx'
import { type Uploaded, useFollowed } from './use-followed.ts'

interface RecentUploadsProps {
  /** Uploads since the page was loaded, newest first. */
  readonly uploaded: readonly Uploaded[]
  readonly onClear: (rest: readonly Uploaded[]) => void
}

/** Recent uploads until the assistant can cite them; server events refresh the list behind it. */
export function RecentUploads({ uploaded, onClear }: RecentUploadsProps) {
  const shown = useFollowed(uploaded)
  if (shown.length === 0) return null
  const inState = (...states: IngestionState[]) =>
    shown.filter(({ document }) => states.includes(document.ingestion.state))
  const unfinished = inState('queued', 'reading', 'indexing')
  const failed = inState('failed').length
  return (
    <section aria-label="Uploaded now">
      <header className="flex min-h-10 items-center gap-2 border-subtle border-t bg-canvas px-4 py-1.5">
        <h3 className="font-semibold text-14">Uploaded now</h3>
        <p className="flex-1 text-13 text-tertiary">
          {counted(shown.length, 'file')}
          {failed > 0 && `, ${counted(failed, 'needs', 'need')} attention`}
        </p>
        {unfinished.length < shown.length && (
          <Button size="sm" variant="ghost" onClick={() => onClear(unfinished)}>
            Clear finished
          </Button>
        )}
      </header>
      <ul className="list-none">
        {shown.map(({ document }) => (
          <li key={document.id} className="border-subtle border-t px-4 py-2.5">
            <UploadRow document={document} />
          </li>
        ))}
      </ul>
      <Proposals documents={shown.map(({ document }) => document)} />
    </section>
  )
}

export const underWay = 'bg-sunken text-tertiary'
/** The stages on the way to the assistant, and how far each is. */
const stages = {
  queued: { word: 'Waiting', percent: 10, Icon: Clock, look: underWay },
  reading: { word: 'Reading', percent: 35, Icon: ScanText, look: underWay },
  indexing: { word: 'Indexing', percent: 70, Icon: Layers, look: underWay },
  ready: { word: 'Ready', percent: 100, Icon: Check, look: 'bg-success-subtle text-success-text' },
  failed: { word: 'Failed', percent: 100, Icon: TriangleAlert, look: 'bg-danger-subtle text-danger-text' },
} as const satisfies Record<IngestionState, object>

/** Read, but not in force: its first version awaits approval. */
const awaitsApproval = ({ currentVersion, ingestion }: Document) =>
  ingestion.state === 'ready' && currentVersion === null

function UploadRow({ document }: { readonly document: Document }) {
  const { Icon, look } = awaitsApproval(document) ? stages.queued : stages[document.ingestion.state]
  return (
    <div className="flex items-start gap-3">
      <FileLine Icon={Icon} look={look} name={document.title} bytes={document.sizeBytes}>
        <div aria-live="polite" className="text-12">
          <StageLine document={document} />
        </div>
      </FileLine>
      <Link
        to={`/documents/${document.id}`}
        aria-label={`Open ${document.title}`}
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
      >
        Open
      </Link>
    </div>
  )
}

interface FileLineProps {
  readonly Icon: LucideIcon
  readonly look: string
  readonly name: string
  readonly bytes: number
  readonly children: ReactNode
}

/** A file's icon, name and size, and below them how it fares. */
export function FileLine({ Icon, look, name, bytes, children }: FileLineProps) {
  return (
    <>
      <span className={classNames('mt-0.5 grid size-7 shrink-0 place-items-center rounded-control', look)}>
        <Icon className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex items-baseline gap-2 text-14">
          <span className="truncate font-medium" dir="auto" title={name}>
            {name}
          </span>
          <span className="shrink-0 text-12 text-tertiary">{fileSizeText(bytes)}</span>
        </p>
        {children}
      </div>
    </>
  )
}

function StageLine({ document }: { readonly document: Document }) {
  const { title, ingestion } = document
  const { state, reason, passages } = ingestion
  const { word, percent } = stages[state]
  if (state === 'ready' && reason !== null)
    return (
      <p className="text-warning-text" dir="auto">
        <strong className="font-semibold">Partly read.</strong> {reason}
      </p>
    )
  if (awaitsApproval(document))
    return <p className="text-secondary">Read. The assistant can cite it once it is approved.</p>
  if (state === 'ready')
    return <p className="font-medium text-success-text">Ready. The assistant can cite it now.</p>
  if (state === 'failed') {
    return (
      <p className="text-danger-text" dir="auto">
        <strong className="font-semibold">Failed.</strong> {reason}
      </p>
    )
  }
  return (
    <div className="flex items-center gap-3 text-secondary">
      <span className="w-14 shrink-0">{word}</span>
      <ProgressBar className="flex-1" label={`${title}: ${word}`} value={percent} />
      {passages !== null && <span className="shrink-0">{counted(passages, 'passage')}</span>}
    </div>
  )
}
