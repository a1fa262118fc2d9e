import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeQuery, useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { readableTitle, suggestQuestion } from '@portal/remote-kit/suggest-question'
import { useQueries } from '@tanstack/react-query'

/** Not every document has a heading that makes a question. */
const documentsMax = 10
/** Larger files are not read for the sake of a suggestion, in bytes. */
const readMax = 512 * 1024

/** A question, and the document that it was made of. */
export interface SuggestedQuestion {
  readonly question: string
  readonly title: string
}

/**
 * At most `max` questions that the person's documents can answer, best first. `hasSources`: false
 * once it is known that no document can be cited; `isReading`: one may be, in a moment. `latest`
 * reads so many documents alone.
 */
export function useSuggestedQuestions(max: number, { latest }: { readonly latest?: number } = {}) {
  const documents = useRouteQuery(documentsApi.listDocuments, {
    query: latest === undefined ? {} : { limit: latest },
  })
  const citable = (documents.data ?? []).filter(isCitable)
  const sources = useSources(citable.filter(({ sizeBytes }) => sizeBytes <= readMax).slice(0, documentsMax))
  const asked = sources.flatMap(({ data }) => {
    const suggestion = data ? suggestQuestion(data) : null
    return data && suggestion ? [{ ...suggestion, title: readableTitle(data.title) }] : []
  })
  const best = asked.toSorted((a, b) => a.rank - b.rank).map((one) => [one.question, one] as const)
  return {
    isPending: documents.isPending || sources.some(({ isPending }) => isPending),
    hasSources: documents.data === undefined || citable.length > 0,
    isReading: (documents.data ?? []).some(isBeingRead),
    questions: [...new Map(best).values()]
      .slice(0, max)
      .map(({ question, title }): SuggestedQuestion => ({ question, title })),
  }
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

function isBeingRead({ isActive, ingestion, currentVersion }: Document): boolean {
  return isActive && currentVersion !== null && !['ready', 'failed'].includes(ingestion.state)
}

function isCitable({ isActive, ingestion, currentVersion }: Document): boolean {
  return isActive && ingestion.state === 'ready' && currentVersion !== null
}
