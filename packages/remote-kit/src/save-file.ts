import type { Client } from '@portal/contracts/client'
import { usePortal } from '@portal/remote-kit/portal-context'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { parse } from 'content-disposition'

/** Hands a file to the browser for saving under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  followDownload(address, name)
  URL.revokeObjectURL(address)
}

/** A file of the portal, by its address. */
export interface SavedFile {
  readonly address: string
  /** Its name if the server gives none. */
  readonly name: string
  /** Too large for memory where that can be avoided, as an archive of many files. */
  readonly isLarge?: boolean
}

/**
 * Saves a file under the server's name for it; a failure is a toast, and a 401 leads to login. By
 * the client, because a link would not send a bearer token and cannot say why it fails. Without a
 * token the browser streams large files to disk, once it is known that the server gives them out.
 */
export function useSaveFile(): UseMutationResult<void, Error, SavedFile> {
  const { client, token } = usePortal()
  const report = useReportFailure()
  return useMutation({
    mutationFn: async ({ address, name, isLarge = false }: SavedFile) => {
      if (isLarge && token() === null) {
        await assertGiven(client, address)
        return followDownload(address)
      }
      const response = await client.request('GET', address)
      saveFile(await response.blob(), nameIn(response) ?? name)
    },
    onError: (error) =>
      report(error, { title: 'Error', fallback: 'The file could not be saved. Please try again.' }),
  })
}

/** Rejects with the server's refusal of a file, whose sentence only a GET has. */
async function assertGiven(client: Client, address: string): Promise<void> {
  const asked = await client.request('HEAD', address).catch(() => null)
  if (asked === null) await (await client.request('GET', address)).body?.cancel()
}

/** The file name of a `Content-Disposition` (RFC 6266). */
function nameIn({ headers }: Response): string | undefined {
  return parse(headers.get('content-disposition') ?? '').parameters.filename
}

/** Without a name the browser takes the server's. */
function followDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
