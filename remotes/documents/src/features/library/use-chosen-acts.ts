import { type Document, type DocumentChange, documentsApi } from '@portal/contracts/documents'
import { readsBelow, useApi } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { counted } from '@portal/ui/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface Act {
  readonly act: (document: Document) => Promise<unknown>
  readonly what: string
  /** Takes back what worked. */
  readonly undo?: (documents: readonly Document[]) => Promise<unknown>
}

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

  /** Returns those that failed; null if the person is not logged in any more. */
  const forEach = async (documents: readonly Document[], { act, what, undo }: Act) => {
    const failed: Document[] = []
    let reason: unknown = null
    for (const [at, document] of documents.entries()) {
      setDone(at)
      try {
        await act(document)
      } catch (error) {
        if (isUnauthorized(error)) {
          setDone(null)
          unauthorized()
          return null
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
    const worked = documents.filter((document) => !failed.includes(document))
    const action = undo && worked.length > 0 && { label: 'Undo', onChoose: () => void undo(worked) }
    toast({ ...outcomeOf(documents.length, failed.length, { what, reason }), ...(action && { action }) })
    return failed
  }

  const forChosen = async (act: Act) => {
    const failed = await forEach(chosen, act)
    if (failed !== null) onChoose(failed)
  }

  const restore = (documents: readonly Document[]) =>
    forEach(documents, {
      act: ({ id }) => client.call(documentsApi.restoreDocument, { params: { id } }),
      what: 'restored',
    })

  return {
    done,
    change: (body: DocumentChange) =>
      forChosen({
        act: ({ id }) => client.call(documentsApi.changeDocument, { params: { id }, body }),
        what: 'changed',
      }),
    remove: () =>
      forChosen({
        act: ({ id }) => client.call(documentsApi.deleteDocument, { params: { id } }),
        what: 'deleted',
        undo: restore,
      }),
  }
}

function outcomeOf(
  count: number,
  failed: number,
  { what, reason }: { readonly what: string; readonly reason: unknown },
) {
  const all = counted(count, 'document')
  if (failed === 0) return { title: 'Success', description: `${all} ${what}`, variant: 'success' } as const
  const description = `${failed} of ${all} not ${what}: ${failureText(reason, 'Unknown error')}`
  return { title: 'Error', description, variant: 'error' } as const
}
