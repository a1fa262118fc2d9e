import { documentsApi } from '@portal/contracts/documents'
import { DocumentState } from '@portal/remote-kit/document-state'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { RelativeTime } from '@portal/ui/relative-time'
import { FileText } from 'lucide-react'
import { DepartmentName } from '../cards/department-name.tsx'
import { QuietLink } from '../cards/quiet-link.tsx'
import { ReadCard } from '../cards/read-card.tsx'
import { RowLink } from '../cards/row-link.tsx'

/** Product §9. */
export const latestMax = 5

/** The documents that came last. */
export function LatestDocuments() {
  const query = useRouteQuery(documentsApi.listDocuments, { query: { limit: latestMax } })
  const canUpload = useCan(documentsApi.uploadDocument)
  return (
    <ReadCard
      title="Latest documents"
      query={query}
      what="the latest documents"
      aside={<QuietLink to="/documents">Documents</QuietLink>}
    >
      {(documents) =>
        documents.length === 0 ? (
          <EmptyState
            isRow
            icon={<FileText />}
            title="No documents found"
            description={
              canUpload
                ? 'Upload some documents to get started.'
                : 'An administrator or facilitator has to upload the first one.'
            }
            action={
              canUpload && (
                <Link to="/documents" className={buttonClass({ size: 'sm' })}>
                  Open the library
                </Link>
              )
            }
          />
        ) : (
          <ul aria-label="Latest documents">
            {documents.slice(0, latestMax).map((document) => (
              <RowLink
                key={document.id}
                to={`/documents/${document.id}`}
                icon={<FileText />}
                title={document.title}
                detail={
                  <span className="flex flex-wrap gap-x-3">
                    <bdi>{document.customId || document.id}</bdi>
                    <DepartmentName id={document.departmentId} name={document.departmentName} />
                  </span>
                }
                end={
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="flex flex-wrap gap-1.5">
                      <DocumentState document={document} />
                    </span>
                    <RelativeTime
                      at={document.createdAt}
                      className="text-12 text-tertiary sm:w-24 sm:text-right"
                    />
                  </span>
                }
              />
            ))}
          </ul>
        )
      }
    </ReadCard>
  )
}
