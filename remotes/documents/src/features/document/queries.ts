import { RequestError } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../library/save-summary.ts'

/** Names a version of a document. */
export interface VersionRef {
  readonly id: string
  readonly versionId: string
}

export function useDocument(id: string) {
  return useRouteQuery(documentsApi.readDocument, { params: { id } })
}

/** The text of a version, once there can be one. */
export function useVersionText({ id, versionId }: VersionRef, isEnabled: boolean) {
  return useRouteQuery(documentsApi.readVersionText, { params: { id, versionId } }, { isEnabled })
}

/** Whether a read failed because there is nothing by that id for this person. */
export function isGone(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}

/** Reads the original file. By the client, because a link would not send a bearer token. */
export function useReadFile({ id, versionId }: VersionRef) {
  const client = useApi()
  return async (signal?: AbortSignal): Promise<Blob> => {
    const address = routeUrl(documentsApi.readVersionFile, { id, versionId })
    const response = await client.request('GET', address, undefined, signal ? { signal } : {})
    return response.blob()
  }
}

/** Saves the original file under its own name (decision 23). */
export function useSaveOriginal(ref: VersionRef, fileName: string) {
  const read = useReadFile(ref)
  const report = useReportFailure()
  return useMutation({
    mutationFn: async () => saveFile(await read(), fileName),
    onError: (error) => {
      report(error, { title: 'Error', fallback: 'The original file could not be read. Please try again.' })
    },
  })
}

/** Whether a file can be shown as pages. */
export function hasPages({ fileType }: Pick<Document, 'fileType'>): boolean {
  return fileType === 'application/pdf'
}
