import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { useApi } from '@portal/remote-kit/route-query'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { filterDocuments } from './filter-documents.ts'
import type { LibraryView } from './use-library-view.ts'

/** From this many documents on the server searches; below it the browser has them all. */
const searchedByServerFrom = 200
const rowsOfPart = 100

interface Part {
  readonly documents: readonly Document[]
  readonly total: number
}

/** The library's first documents, newest first, and how many there are in all. */
export function useFirstDocuments() {
  return useParts({ limit: String(searchedByServerFrom) })
}

/**
 * The documents that the view asks for. A library that has come whole is filtered at every key;
 * a larger one by the server, in parts, once typing has paused.
 */
export function useFoundDocuments({ text, settled, filter }: LibraryView) {
  const first = useFirstDocuments()
  const isFirstRead = first.isPending
  const total = first.data?.pages[0]?.total ?? 0
  const all = first.data?.pages[0]?.documents ?? []
  const isLarge = total > all.length
  const typed = useDeferredValue(text)
  const wanted = serverQuery(settled, filter)
  // The newest documents are there already.
  const isPlain = Object.keys(wanted).length === 1
  const asked = useParts(wanted, isLarge && !isPlain)
  const found = isPlain ? first : asked
  if (!isLarge) {
    const shown = filterDocuments(all, { ...filter, text: typed })
    return { ...{ isFirstRead, read: first, total, shown, found: shown.length }, searched: typed, more: null }
  }
  return {
    ...{
      isFirstRead,
      read: found,
      total,
      shown: found.data?.pages.flatMap(({ documents }) => documents) ?? [],
    },
    found: found.data?.pages[0]?.total ?? 0,
    searched: settled,
    more: found.hasNextPage ? () => void found.fetchNextPage() : null,
  }
}

function serverQuery(text: string, { department, status, sort }: LibraryView['filter']) {
  return {
    limit: String(rowsOfPart),
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(department === null ? {} : { department: String(department) }),
    ...(status === null ? {} : { status }),
    ...(sort === 'newest' ? {} : { sort }),
  }
}

function useParts(query: Readonly<Record<string, string>>, isEnabled = true) {
  const client = useApi()
  const { path } = documentsApi.listDocuments
  return useInfiniteQuery({
    queryKey: [routeUrl({ path }, {}, query), 'parts'] as const,
    queryFn: async ({ pageParam, signal }): Promise<Part> => {
      const address = routeUrl({ path }, {}, { ...query, cursor: pageParam })
      const response = await client.request('GET', address, undefined, { signal })
      const documents = documentsApi.listDocuments.returns.parse(await response.json())
      const total = Number(response.headers.get('x-total-count') ?? documents.length)
      return { documents, total }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ documents }, parts) => {
      const read = parts.reduce((sum, part) => sum + part.documents.length, 0)
      return read < (parts[0]?.total ?? 0) ? documents.at(-1)?.id : undefined
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}
