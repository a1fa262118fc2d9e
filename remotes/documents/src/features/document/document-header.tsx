import type { Document } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { Badge } from '@portal/ui/badge'
import { Button, buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { ColorName } from '@portal/ui/color-name'
import { CopyButton } from '@portal/ui/copy-button'
import { ChevronRight, CircleCheck, Download, History, MessageSquare } from 'lucide-react'
import { CitedFact } from '../citations/where-cited.tsx'
import { EvidencePackButton } from '../evidence/evidence-pack-button.tsx'
import { DocumentStatus } from '../library/document-status.tsx'
import { shownId } from '../library/filter-documents.ts'
import { useDepartment } from '../library/queries.ts'
import { saveSummary } from '../library/save-summary.ts'
import { OwnerName } from '../owner/owner-name.tsx'
import { ReviewFacts } from '../reviews/review-facts.tsx'
import { ReviewMenu } from '../reviews/review-menu.tsx'
import { useSeesVersions } from '../versions/queries.ts'
import { OriginalFile } from './original-file.tsx'

interface DocumentHeaderProps {
  readonly document: Document
  /** The version on show, of which the original file can be saved; null without one. */
  readonly shown: { readonly versionId: string; readonly version: number; readonly fileName: string } | null
}

/** Title, facts and acts of a document. */
export function DocumentHeader({ document, shown }: DocumentHeaderProps) {
  const { title, currentVersion, ingestion } = document
  const canSeeVersions = useSeesVersions(document)
  const question = `What does “${title}” say about `
  return (
    <header className="flex flex-col gap-3">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-13 text-secondary">
        <Link to="/documents" className="text-accent-text hover:underline">
          Documents
        </Link>
        <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-tertiary" />
        <bdi className="truncate">{shownId(document)}</bdi>
      </nav>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-80 break-words font-semibold text-20" dir="auto">
          {title}
        </h1>
        {/* Read before the acts, and above them where these are not beside the title. */}
        <Facts document={document} />
        <div className="flex flex-wrap gap-2">
          {currentVersion && ingestion.state !== 'failed' && (
            <Link
              to={`/chat?question=${encodeURIComponent(question)}`}
              className={buttonClass({ variant: 'primary' })}
            >
              <MessageSquare aria-hidden="true" className="size-4" />
              Open in the assistant
            </Link>
          )}
          {canSeeVersions && (
            <Link to={`/documents/${document.id}/versions`} className={buttonClass()}>
              <History aria-hidden="true" className="size-4" />
              Versions
            </Link>
          )}
          <ReviewMenu document={document} />
          <EvidencePackButton document={document} />
          {shown && <OriginalFile id={document.id} {...shown} />}
          <Button
            aria-label="Save/Download"
            title="Save these facts as a text file"
            onClick={() => saveSummary(document)}
          >
            <Download aria-hidden="true" className="size-4" />
            Save
          </Button>
        </div>
      </div>
    </header>
  )
}

function Facts({ document }: { readonly document: Document }) {
  const { departmentId, departmentName, currentVersion, ownerId } = document
  const department = useDepartment(departmentId)
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 text-13 text-secondary @min-[60rem]:order-last">
      <span className="flex flex-wrap gap-1.5">
        <DocumentStatus document={document} />
        {currentVersion && (
          <Badge tone="accent" icon={<CircleCheck />}>
            Current Version {currentVersion.version}
          </Badge>
        )}
      </span>
      <span className="flex items-center gap-1">
        ID <bdi>{shownId(document)}</bdi>
        <CopyButton value={shownId(document)} label="Copy ID" />
      </span>
      {/* As wide before the name is known: what follows stays in its line. */}
      <span
        className={classNames(
          'flex max-w-full items-center gap-1',
          ownerId === null ? 'min-w-0' : 'min-w-36',
        )}
      >
        {ownerId !== null && 'Owner '}
        <OwnerName ownerId={ownerId} />
      </span>
      <ReviewFacts document={document} />
      {departmentName !== null && <ColorName name={departmentName} color={department?.color} />}
      <CitedFact document={document} />
    </div>
  )
}
