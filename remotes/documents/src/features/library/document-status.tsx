import type { Document } from '@portal/contracts/documents'
import { DocumentState } from '@portal/remote-kit/document-state'
import { Badge } from '@portal/ui/badge'
import { ReviewOverdue } from '../reviews/review-facts.tsx'
import { VersionStatusBadge } from '../versions/version-status.tsx'

/** A document's state, and what else a list of documents says of it. */
export function DocumentStatus({ document }: { readonly document: Document }) {
  const { currentVersion, newestVersion } = document
  return (
    <>
      <DocumentState document={document} />
      {currentVersion === null && newestVersion && <VersionStatusBadge version={newestVersion} />}
      <ReviewOverdue review={document.review} />
      {document.isSample && <Badge tone="outline">Sample</Badge>}
      {document.visibleTo.length > 0 && <Badge tone="outline">Restricted</Badge>}
    </>
  )
}
