import { type Document, documentsApi } from '@portal/contracts/documents'
import { readsBelow } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useUpload } from '@portal/remote-kit/upload-file'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { checkFile } from './check-file.ts'

/** What the person has chosen and typed. */
export interface UploadFields {
  readonly file: File | null
  readonly title: string
  readonly departmentId: string
}

const emptyFields: UploadFields = { file: null, title: '', departmentId: '' }

/** Progress of an upload starts here, in percent (specification §9). */
export const progressStart = 10

/** The state of the upload card: idle, uploading with progress in percent, then reset on success or 0 on failure (specification §4). */
export function useUploadForm(onUploaded: (document: Document) => void) {
  const upload = useUpload()
  const queries = useQueryClient()
  const reportFailure = useReportUploadFailure()
  const stopper = useRef<AbortController | null>(null)
  const [fields, setFields] = useState(emptyFields)
  const [progress, setProgress] = useState(0)
  const [isUploading, setIsUploading] = useState(false)

  const change = (next: Partial<UploadFields>) => setFields((now) => ({ ...now, ...next }))

  const choose = (file: File | null) => {
    const refusal = file ? checkFile(file) : null
    if (refusal) toast({ ...refusal, variant: 'error' })
    change({ file: refusal ? null : file })
  }

  const submit = async () => {
    const { file } = fields
    const refusal = checkFile(file)
    if (refusal || !file) {
      toast({ ...(refusal ?? { title: 'No file selected' }), variant: 'error' })
      return
    }
    setIsUploading(true)
    setProgress(progressStart)
    stopper.current = new AbortController()
    try {
      const document = await upload(
        documentsApi.uploadDocument,
        { form: formOf(fields), file, fileName: file.name },
        {
          onProgress: (sent) => setProgress(percent(sent.sentBytes / sent.totalBytes)),
          signal: stopper.current.signal,
        },
      )
      setFields(emptyFields)
      setProgress(0)
      toast({ title: 'Success', description: 'Document uploaded successfully', variant: 'success' })
      onUploaded(document)
      await queries.invalidateQueries(readsBelow(documentsApi.listDocuments.path))
    } catch (error) {
      setProgress(0)
      reportFailure(error)
    } finally {
      setIsUploading(false)
    }
  }

  return { fields, change, choose, submit, progress, isUploading, cancel: () => stopper.current?.abort() }
}

/** A lost session leads to the login page; an upload that the person stopped needs no word; the rest is told (specification §8). */
function useReportUploadFailure(): (error: unknown) => void {
  const unauthorized = useUnauthorized()
  return (error) => {
    if (isUnauthorized(error)) unauthorized()
    else if (!isStopped(error)) {
      const description = `Upload failed: ${uploadFailureText(error)}`
      toast({ title: 'Upload failed', description, variant: 'error' })
    }
  }
}

function formOf({ title, departmentId }: UploadFields) {
  return {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(departmentId === '' ? {} : { departmentId }),
  }
}

function percent(share: number): number {
  return progressStart + Math.round((100 - progressStart) * share)
}

function uploadFailureText(error: unknown): string {
  return failureText(error, error instanceof Error && error.message !== '' ? error.message : 'Unknown error')
}

function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
