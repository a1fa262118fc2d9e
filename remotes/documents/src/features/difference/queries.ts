import { type DifferenceRow, differenceApi } from '@portal/contracts/difference'
import { routeUrl } from '@portal/contracts/route'
import { useApi, useRoutePages } from '@portal/remote-kit/route-query'
import type { SavedFile } from '@portal/remote-kit/save-file'
import { useState } from 'react'

/** Which two versions of which document. */
export interface VersionPair {
  readonly documentId: string
  /** The older one. */
  readonly before: string
  readonly after: string
}

const callOf = ({ documentId, before, after }: VersionPair) => ({
  params: { id: documentId, versionId: after },
  query: { with: before },
})

/** The difference for the file. */
export function exportOf(pair: VersionPair, format: 'html' | 'pdf'): SavedFile {
  const { params, query } = callOf(pair)
  const address = routeUrl(differenceApi.exportDifference, params, { ...query, format })
  return { address, name: `changes.${format}` }
}

export function useDifference(pair: VersionPair) {
  return useRoutePages(differenceApi.compareVersions, callOf(pair), {
    nextCursor: ({ next }) => next ?? undefined,
  })
}

const rowsAtOnce = 100

/** The rows of an unchanged run that were read, some at a time. */
export function useUnchangedRows(pair: VersionPair, run: { readonly index: number; readonly count: number }) {
  const client = useApi()
  const [rows, setRows] = useState<readonly DifferenceRow[]>([])
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle')
  const read = async () => {
    setState('reading')
    const { params, query } = callOf(pair)
    const limit = Math.min(rowsAtOnce, run.count - rows.length)
    const part = { cursor: run.index + rows.length, limit, whole: 'true' }
    try {
      const response = await client.call(differenceApi.compareVersions, {
        params,
        query: { ...query, ...part },
      })
      setRows([...rows, ...response.rows])
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { rows, rest: run.count - rows.length, state, read: () => void read() }
}
