import type { Document, IngestionState } from '@portal/contracts/documents'
import { classNames } from '@portal/ui/class-names'
import { fileSizeText } from '@portal/ui/file-size'
import { ProgressBar } from '@portal/ui/progress-bar'
import { Check, Clock, Layers, type LucideIcon, ScanText, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export const underWay = 'bg-sunken text-tertiary'
/** The stages on the way to the assistant, and how far each is. */
const stages = {
  queued: { word: 'Waiting', percent: 10, Icon: Clock, look: underWay },
  reading: { word: 'Reading', percent: 35, Icon: ScanText, look: underWay },
  indexing: { word: 'Indexing', percent: 70, Icon: Layers, look: underWay },
  ready: { word: 'Ready', percent: 100, Icon: Check, look: 'bg-success-subtle text-success-text' },
  failed: { word: 'Failed', percent: 100, Icon: TriangleAlert, look: 'bg-danger-subtle text-danger-text' },
} as const satisfies Record<IngestionState, object>

export function UploadRow({ document }: { readonly document: Document }) {
  const { Icon, look } = stages[document.ingestion.state]
  return (
    <div className="flex items-start gap-3">
      <FileLine Icon={Icon} look={look} name={document.title} bytes={document.sizeBytes}>
        <div aria-live="polite" className="text-12">
          <StageLine document={document} />
        </div>
      </FileLine>
    </div>
  )
}

export interface FileLineProps {
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

function StageLine({ document: { title, ingestion } }: { readonly document: Document }) {
  const { state, reason, passages } = ingestion
  const { word, percent } = stages[state]
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
      {passages !== null && <span className="shrink-0">{passages} passages</span>}
    </div>
  )
}
