import type { Document } from '@portal/contracts/documents'
import { Badge } from '@portal/ui/badge'
import type { ReactNode } from 'react'

/** Whether a document is in use, and what of it the assistant cannot read, as badges. */
export function DocumentState({ document }: { readonly document: Document }) {
  const { isActive, currentVersion, ingestion } = document
  // Green only once the assistant can answer from it.
  const isAnswering = isActive && currentVersion !== null && ingestion.state === 'ready'
  return (
    <>
      <Badge tone={isAnswering ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      {badges[ingestion.state]}
      {ingestion.state === 'ready' && ingestion.reason !== null && <Badge tone="warning">Partly read</Badge>}
      {currentVersion === null && <Badge tone="warning">No current version</Badge>}
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
