import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'

/** A lost session leads to the login page; an upload that the person stopped needs no word; the rest is told (product §8). */
export function useReportUploadFailure(): (error: unknown) => void {
  const unauthorized = useUnauthorized()
  return (error) => {
    if (isUnauthorized(error)) unauthorized()
    else if (!isStopped(error)) {
      const description = `Upload failed: ${uploadFailureText(error)}`
      toast({ title: 'Upload failed', description, variant: 'error' })
    }
  }
}

/** The server's message, else the error's own, else 'Unknown error'. */
export function uploadFailureText(error: unknown): string {
  return failureText(error, error instanceof Error && error.message !== '' ? error.message : 'Unknown error')
}

/** Whether the person stopped the upload. */
export function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
