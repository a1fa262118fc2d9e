import type { Document } from '@portal/contracts/documents'
import { Badge } from '@portal/ui/badge'
import type { ReactNode } from 'react'
import { ReviewOverdue } from '../reviews/review-facts.tsx'
import { VersionStatusBadge } from '../versions/version-status.tsx'

/** Active is green only once the assistant can answer from the document. */
export function DocumentStatus({ document }: { readonly document: Document }) {
  const { isActive, currentVersion, newestVersion, ingestion } = document
  const isAnswering = isActive && currentVersion !== null && ingestion.state === 'ready'
  return (
    <>
      <Badge tone={isAnswering ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      {badges[ingestion.state]}
      {ingestion.state === 'ready' && ingestion.reason !== null && <Badge tone="warning">Partly read</Badge>}
      {currentVersion === null && <Badge tone="warning">No current version</Badge>}
      {currentVersion === null && newestVersion && <VersionStatusBadge version={newestVersion} />}
      <ReviewOverdue review={document.review} />
      {document.isSample && <Badge tone="outline">Sample</Badge>}
      {document.visibleTo.length > 0 && <Badge tone="outline">Restricted</Badge>}
    </>
  )
}

/** A document's ingestion state; nothing once it is ready. */
const badges: Readonly<Record<Document['ingestion']['state'], ReactNode>> = {
  queued: <Badge tone="info">Waiting</Badge>,
  reading: <Badge tone="info">Reading</Badge>,
  indexing: <Badge tone="info">Indexing</Badge>,
  ready: null,
  failed: <Badge tone="danger">Not readable</Badge>,
}
