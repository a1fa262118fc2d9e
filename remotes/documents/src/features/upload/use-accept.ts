import { documentsApi } from '@portal/contracts/documents'
import { readsBelow, useApi } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { counted } from '@portal/ui/counted'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** What a person has accepted, changed or not. */
export interface Accepted {
  readonly title: string
  readonly departmentId: number | null
  readonly ownerId: string | null
}

/** Gives documents their title and department, one after the other until one fails. */
export function useAccept() {
  const client = useApi()
  const queries = useQueryClient()
  const report = useReportFailure()
  const [isBusy, setBusy] = useState(false)
  const accept = async (all: readonly { readonly id: string; readonly facts: Accepted }[]) => {
    setBusy(true)
    try {
      for (const { id, facts } of all) {
        const body = { ...facts, title: facts.title.trim() }
        await client.call(documentsApi.changeDocument, { params: { id }, body })
      }
      const description = `${counted(all.length, 'document')} named`
      toast({ title: 'Success', description, variant: 'success' })
    } catch (error) {
      report(error, { title: 'Error', fallback: 'Failed to change document' })
    } finally {
      await Promise.all(
        [documentsApi.listDocuments.path, documentsApi.searchPassages.path].map((path) =>
          queries.invalidateQueries(readsBelow(path)),
        ),
      )
      setBusy(false)
    }
  }
  return { accept, isBusy }
}
