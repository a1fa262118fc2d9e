import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeQuery, useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useQueries } from '@tanstack/react-query'
import { suggestQuestion } from './suggest-question.ts'

const suggestionsMax = 4
/** Larger files are not read for the sake of a suggestion, in bytes. */
const readMax = 512 * 1024

export function Suggestions({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  const documents = useRouteQuery(documentsApi.listDocuments, { query: {} })
  const citable = (documents.data ?? []).filter(isCitable)
  const sources = useSources(citable.filter(({ sizeBytes }) => sizeBytes <= readMax).slice(0, suggestionsMax))
  if (documents.isPending || sources.some(({ isPending }) => isPending)) return <SuggestionsSkeleton />
  if (documents.data && citable.length === 0)
    return <p className="text-13 text-tertiary">There is no approved document to answer from yet.</p>
  const questions = sources.flatMap(({ data }) => {
    const question = data ? suggestQuestion(data) : null
    return data && question ? [{ question, title: data.title }] : []
  })
  return (
    <ul className="mt-3 grid w-full list-none grid-cols-1 gap-3 text-left sm:grid-cols-2">
      {questions.map(({ question, title }) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            onClick={() => onSuggest(question)}
            className="flex h-full w-full flex-col justify-between gap-1 rounded-control border border-default p-3 hover:border-strong hover:bg-hover"
          >
            <span className="line-clamp-3 text-left font-medium text-13" dir="auto">
              {question}
            </span>
            <span className="max-w-full truncate text-12 text-tertiary" dir="auto">
              {title}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function useSources(documents: readonly Document[]) {
  const client = useApi()
  return useQueries({
    queries: documents.flatMap(({ id, currentVersion }) =>
      currentVersion
        ? [routeQuery(client, documentsApi.readVersionText, { params: { id, versionId: currentVersion.id } })]
        : [],
    ),
  })
}

function isCitable({ isActive, ingestion, currentVersion }: Document): boolean {
  return isActive && ingestion.state === 'ready' && currentVersion !== null
}

function SuggestionsSkeleton() {
  return (
    <SkeletonList
      label="Loading suggestions"
      count={4}
      className="mt-3 grid w-full grid-cols-1 gap-3 sm:grid-cols-2"
    >
      <Skeleton className="h-21 rounded-control" />
    </SkeletonList>
  )
}
