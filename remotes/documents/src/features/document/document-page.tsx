import type { Document } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { useParams } from '@portal/remote-kit/navigation'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton, Unsettled } from '@portal/ui/skeleton'
import { Spinner } from '@portal/ui/spinner'
import { FileQuestion, FileX, Hourglass, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { AskedBanner } from '../acknowledgements/asked-banner.tsx'
import { WhoHasRead } from '../acknowledgements/campaign-card.tsx'
import { useManagesCampaigns } from '../acknowledgements/queries.ts'
import { DecisionCard } from '../approvals/decision-card.tsx'
import { WhereCited } from '../citations/where-cited.tsx'
import { LogInFirst } from '../library/log-in-first.tsx'
import { FaultReason } from '../versions/fault-reason.tsx'
import { useSeesVersions, useWritesVersions } from '../versions/queries.ts'
import { DocumentHeader } from './document-header.tsx'
import { LoneVersion } from './lone-version.tsx'
import { hasPages, isGone, useDocument, useVersionText } from './queries.ts'
import { Reader } from './reader.tsx'
import { useReadingAddress } from './reading-address.ts'
import { VersionNote } from './version-note.tsx'

/** A document in all states: its facts, and the version of the address, else the current one. */
export function DocumentPage() {
  const { id = '' } = useParams()
  const document = useDocument(id)
  const { versionId } = useReadingAddress()
  // What was read before a deletion or a restriction stays in the cache.
  if (document.data && !isGone(document.error)) return <KnownDocument document={document.data} />
  if (versionId !== null && isGone(document.error))
    return (
      <LoneVersion version={{ id, versionId }} loading={<DocumentSkeleton />} missing={<NoSuchDocument />} />
    )
  return (
    <>
      <h1 className="sr-only">Document</h1>
      <UnknownDocument query={document} />
    </>
  )
}

/** No document yet, or none. */
function UnknownDocument({ query }: { readonly query: ReturnType<typeof useDocument> }) {
  if (isUnauthorized(query.error)) return <LogInFirst />
  if (isGone(query.error)) return <NoSuchDocument />
  if (query.error)
    return (
      <>
        <Link to="/documents" className="self-start text-13 text-accent-text hover:underline">
          Documents
        </Link>
        <ReadFailure title="The document could not be loaded" query={query} />
      </>
    )
  return <DocumentSkeleton />
}

function KnownDocument({ document }: { readonly document: Document }) {
  const address = useReadingAddress()
  const manages = useManagesCampaigns(document)
  const seesVersions = useSeesVersions(document)
  const { currentVersion, ingestion } = document
  const versionId = address.versionId ?? currentVersion?.id ?? ''
  const isCurrent = versionId === currentVersion?.id
  const isBeingRead = isCurrent && (ingestion.state === 'queued' || ingestion.state === 'reading')
  const hasText = versionId !== '' && !isBeingRead && !(isCurrent && ingestion.state === 'failed')
  const text = useVersionText({ id: document.id, versionId }, hasText)
  const source = isGone(text.error) ? null : (text.data ?? null)
  const file = source ?? (isCurrent ? document : null)
  const number = source?.version ?? currentVersion?.version
  const shown = file && number !== undefined ? { versionId, version: number, fileName: file.fileName } : null
  return (
    <>
      <DocumentHeader document={document} shown={shown} />
      {!isCurrent && text.isLoading && <Unsettled />}
      <AskedBanner documentId={document.id} versionId={versionId} />
      {isCurrent && file && hasNote(ingestion, file) && <UnreadNote document={document} />}
      {source && !source.isCurrent && <VersionNote source={source} current={currentVersion} />}
      <DecisionCard
        key={versionId}
        versionId={versionId}
        isUnderApproval={source?.status === 'pending_approval'}
      />
      {currentVersion && isCurrent && manages && (
        <WhoHasRead documentId={document.id} version={currentVersion} />
      )}
      <WhereCited document={document} />
      {file ? (
        <Reader
          key={`${versionId} ${address.cited?.start}`}
          version={{ id: document.id, versionId }}
          source={source}
          isPdf={hasPages(file)}
          isLoadingText={text.isFetching && !source}
          withoutText={<WithoutText document={document} query={text} />}
        />
      ) : versionId === '' ? (
        <EmptyState
          icon={<Hourglass />}
          title="No version is in force yet"
          description="It can be read here once a version has been approved and activated."
          action={
            seesVersions && (
              <Link to={`/documents/${document.id}/versions`} className={buttonClass()}>
                See its versions
              </Link>
            )
          }
        />
      ) : isGone(text.error) ? (
        <NoSuchVersion id={document.id} hasCurrent={currentVersion !== null} />
      ) : text.error ? (
        <ReadFailure title="The text could not be loaded" query={text} />
      ) : (
        <TextSkeleton />
      )}
    </>
  )
}

/** Where a file that could not be read has no pages to show, its reason is in place of the text. */
function hasNote({ state, reason }: Document['ingestion'], file: Pick<Document, 'fileType'>): boolean {
  return reason !== null && (state === 'ready' || hasPages(file))
}

/** What of the current version could not be read, above what is shown of it. */
function UnreadNote({ document }: { readonly document: Document }) {
  return (
    <p
      role="status"
      className="flex items-start gap-3 rounded-card border border-warning-border bg-warning-subtle px-4 py-2.5 text-13 text-warning-text"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <FaultReason document={document} />{' '}
        {document.ingestion.state === 'failed'
          ? 'The assistant cannot answer from it.'
          : 'The assistant cannot cite the rest.'}
      </span>
    </p>
  )
}

/** In place of the text: being read, not readable and why, or not loaded. */
function WithoutText(props: { document: Document; query: ReturnType<typeof useVersionText> }) {
  const { query, document } = props
  const { ingestion } = document
  const mayMend = useWritesVersions(document)
  if (ingestion.state === 'failed') {
    return (
      <EmptyState
        icon={<FileX />}
        title="This file could not be read"
        description={
          <>
            <FaultReason document={document} /> The assistant cannot answer from it. The original file can
            still be saved{mayMend ? '; to fix it, upload a file whose text can be read.' : '.'}
          </>
        }
      />
    )
  }
  if (query.error) return <ReadFailure title="The text could not be loaded" query={query} />
  if (query.isFetching) return <TextSkeleton isBesideContents />
  return (
    <EmptyState
      icon={<Spinner />}
      title="The text is being read"
      description="It appears here in a moment, without reloading the page."
    />
  )
}

function NoSuchDocument() {
  return (
    <Missing
      title="This document is not available"
      description="It may have been deleted or taken out of force, or be open to other departments only."
      action={
        <Link to="/documents" className={buttonClass()}>
          Go to the documents
        </Link>
      }
    />
  )
}

function NoSuchVersion({ id, hasCurrent }: { readonly id: string; readonly hasCurrent: boolean }) {
  return (
    <Missing
      title="This version is not available"
      description="It was never in force, or is not open to you."
      action={
        hasCurrent && (
          <Link to={`/documents/${id}`} className={buttonClass()}>
            Open the current version
          </Link>
        )
      }
    />
  )
}

function Missing(props: { title: string; description: string; action: ReactNode }) {
  return <EmptyState icon={<FileQuestion />} {...props} />
}

function DocumentSkeleton() {
  return (
    <div role="status" aria-label="Loading the document" className="flex flex-col gap-4">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
      <TextSkeleton />
    </div>
  )
}

function TextSkeleton({ isBesideContents = false }: { readonly isBesideContents?: boolean }) {
  return (
    <div
      role="status"
      aria-label="Loading the text"
      className={isBesideContents ? undefined : 'mt-4 lg:pl-68'}
    >
      <Skeleton className="h-96 w-full rounded-card" />
    </div>
  )
}
