import { type Document, type DocumentChange, documentsApi } from '@portal/contracts/documents'
import { readsBelow, useApi } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { counted } from '@portal/ui/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Acts on chosen documents one after the other, so that one that fails does not undo the others.
 * Those that failed stay chosen. `done` counts while an act runs, and is null otherwise.
 */
export function useChosenActs(
  chosen: readonly Document[],
  onChoose: (documents: readonly Document[]) => void,
) {
  const client = useApi()
  const queries = useQueryClient()
  const unauthorized = useUnauthorized()
  const [done, setDone] = useState<number | null>(null)

  const forEach = async (act: (document: Document) => Promise<unknown>, what: string) => {
    const failed: Document[] = []
    let reason: unknown = null
    for (const [at, document] of chosen.entries()) {
      setDone(at)
      try {
        await act(document)
      } catch (error) {
        if (isUnauthorized(error)) {
          setDone(null)
          return unauthorized()
        }
        failed.push(document)
        reason ??= error
      }
    }
    await Promise.all(
      [documentsApi.listDocuments.path, documentsApi.searchPassages.path].map((path) =>
        queries.invalidateQueries(readsBelow(path)),
      ),
    )
    setDone(null)
    onChoose(failed)
    const all = counted(chosen.length, 'document')
    if (failed.length === 0) toast({ title: 'Success', description: `${all} ${what}`, variant: 'success' })
    else {
      const description = `${failed.length} of ${all} not ${what}: ${failureText(reason, 'Unknown error')}`
      toast({ title: 'Error', description, variant: 'error' })
    }
  }

  return {
    done,
    change: (body: DocumentChange) =>
      forEach(({ id }) => client.call(documentsApi.changeDocument, { params: { id }, body }), 'changed'),
    remove: () =>
      forEach(({ id }) => client.call(documentsApi.deleteDocument, { params: { id } }), 'deleted'),
  }
}
