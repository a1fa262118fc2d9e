import type { Citation } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Skeleton } from '@portal/ui/skeleton'
import { SourceFacts } from './source-facts.tsx'
import { SourceFailure } from './source-failure.tsx'
import { SourceText } from './source-text.tsx'

/** What a citation rests on: the version it quotes, and its text with the passage marked. */
export function Evidence({ citation }: { readonly citation: Citation }) {
  const { documentId, versionId } = citation
  const source = useRouteQuery(documentsApi.readVersionText, { params: { id: documentId, versionId } })
  if (source.data) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <SourceFacts source={source.data} citation={citation} />
        <SourceText key={`${versionId}/${citation.start}`} source={source.data} citation={citation} />
      </div>
    )
  }
  if (source.error) {
    return (
      <SourceFailure
        error={source.error}
        citation={citation}
        isRetrying={source.isFetching}
        onRetry={() => void source.refetch()}
      />
    )
  }
  return (
    <div className="flex flex-col gap-3 p-4" role="status" aria-label="Loading the source">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="mt-4 h-64 rounded-control" />
    </div>
  )
}
