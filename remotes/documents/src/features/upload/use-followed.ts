import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeQuery, useApi } from '@portal/remote-kit/route-query'
import { useQueries } from '@tanstack/react-query'
import { isGone } from '../document/queries.ts'
import { useFirstDocuments } from '../library/use-found-documents.ts'

/** A finished upload and its time in milliseconds since the epoch. */
export interface Uploaded {
  readonly document: Document
  readonly at: number
}

/**
 * Uploads as they are now, without those that were deleted since. Most are in the library's first
 * part; of a large choice the others are read one by one until they are done with.
 */
export function useFollowed(uploaded: readonly Uploaded[]): Uploaded[] {
  const client = useApi()
  const first = useFirstDocuments()
  const { dataUpdatedAt } = first
  const data = first.data?.pages.flatMap(({ documents }) => documents) ?? []
  const isWhole = data.length >= (first.data?.pages[0]?.total ?? 0)
  const oldest = data.at(-1)?.id ?? ''
  // Ids grow with the time of upload.
  const isCovered = ({ document }: Uploaded) => isWhole || document.id >= oldest
  const alone = useQueries({
    queries: uploaded.map((one) => ({
      ...routeQuery(client, documentsApi.readDocument, { params: { id: one.document.id } }),
      enabled: ({ state }: { readonly state: { readonly data: Document | undefined } }) =>
        !isCovered(one) && !isDone(state.data ?? one.document),
    })),
  })
  return uploaded.flatMap((one, at): Uploaded[] => {
    const now = data.find(({ id }) => id === one.document.id)
    if (now) return [{ ...one, document: now }]
    // A list that is younger than the upload and does not have it: deleted since.
    if (isCovered(one)) return dataUpdatedAt > one.at ? [] : [one]
    return isGone(alone[at]?.error) ? [] : [{ ...one, document: alone[at]?.data ?? one.document }]
  })
}

function isDone({ ingestion: { state } }: Document): boolean {
  return state === 'ready' || state === 'failed'
}
