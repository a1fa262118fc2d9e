import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeQuery, useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useQueries } from '@tanstack/react-query'
import { readableTitle, suggestQuestion } from './suggest-question.ts'

const suggestionsMax = 4
/** Not every document has a heading that makes a question. */
const documentsMax = 10
/** Larger files are not read for the sake of a suggestion, in bytes. */
const readMax = 512 * 1024

interface SuggestionsProps {
  readonly onSuggest: (text: string) => void
}

/** Questions that the person's documents can answer; none for those who may read none. */
export function Suggestions(props: SuggestionsProps) {
  return useCan(documentsApi.listDocuments) ? <ReadSuggestions {...props} /> : null
}

function ReadSuggestions({ onSuggest }: SuggestionsProps) {
  const documents = useRouteQuery(documentsApi.listDocuments, { query: {} })
  const citable = (documents.data ?? []).filter(isCitable)
  const sources = useSources(citable.filter(({ sizeBytes }) => sizeBytes <= readMax).slice(0, documentsMax))
  if (documents.isPending || sources.some(({ isPending }) => isPending)) return <SuggestionsSkeleton />
  if (documents.data && citable.length === 0)
    return <p className="text-13 text-tertiary">There is no approved document to answer from yet.</p>
  const asked = sources.flatMap(({ data }) => {
    const suggestion = data ? suggestQuestion(data) : null
    return data && suggestion ? [{ ...suggestion, title: readableTitle(data.title) }] : []
  })
  const best = asked
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ question, title }) => [question, title] as const)
  const questions = [...new Map(best)].slice(0, suggestionsMax)
  return (
    <ul className="mt-3 grid w-full list-none grid-cols-1 gap-3 text-left sm:grid-cols-2">
      {questions.map(([question, title]) => (
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
