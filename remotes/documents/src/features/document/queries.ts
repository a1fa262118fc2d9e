import { RequestError } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { useSaveFile } from '@portal/remote-kit/save-file'

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

const fileAddress = ({ id, versionId }: VersionRef) =>
  routeUrl(documentsApi.readVersionFile, { id, versionId })

/** Reads the original file. */
export function useReadFile(ref: VersionRef) {
  const client = useApi()
  return async (signal?: AbortSignal): Promise<Blob> => {
    const response = await client.request('GET', fileAddress(ref), undefined, signal ? { signal } : {})
    return response.blob()
  }
}

/** Saves the original file under its own name (decision 23). */
export function useSaveOriginal(ref: VersionRef, name: string) {
  const { mutate, isPending } = useSaveFile()
  return { isPending, mutate: () => mutate({ address: fileAddress(ref), name }) }
}

/** Whether a file can be shown as pages. */
export function hasPages({ fileType }: Pick<Document, 'fileType'>): boolean {
  return fileType === 'application/pdf'
}
