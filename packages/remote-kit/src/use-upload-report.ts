import { RequestError } from '@portal/contracts/client'
import type { Document } from '@portal/contracts/documents'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'

/** The toasts of the uploaders (product §8); without a session the person is led to log in. */
export function useUploadReport() {
  const unauthorized = useUnauthorized()
  return {
    success: (document: Document | null) =>
      toast({
        title: 'Success',
        description: document
          ? 'Document uploaded successfully'
          : 'New document version created successfully',
        variant: 'success',
      }),
    /** What the file's line says; null without a session, when the others would fail as well. */
    failure: (error: unknown): string | null => {
      if (isUnauthorized(error)) {
        unauthorized()
        return null
      }
      // A response without any words has a bare status as its message.
      const hasWords = error instanceof Error && !(error instanceof RequestError)
      const reason = failureText(error, (hasWords && error.message) || 'Unknown error')
      toast({ title: 'Upload failed', description: `Upload failed: ${reason}`, variant: 'error' })
      return reason
    },
  }
}
