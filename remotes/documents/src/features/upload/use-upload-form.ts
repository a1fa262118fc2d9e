import { type Document, documentsApi } from '@portal/contracts/documents'
import { readsBelow } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { failureText, isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useUpload } from '@portal/remote-kit/upload-file'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { checkFile, refusals } from './check-file.ts'

/** A chosen file, with the reason if sending it failed. */
export interface ChosenFile {
  readonly key: number
  readonly file: File
  readonly problem: string | null
}

/** A file of the last choice that was not taken, and why (product §5). */
export interface RefusedFile {
  readonly name: string
  readonly title: string
  readonly description: string
}

/** The upload under way, with its progress in percent. */
export interface Sending {
  readonly key: number
  readonly progress: number
}

/** Fields next to the files. The title applies to a single file; several keep their names. */
export interface UploadFields {
  readonly title: string
  readonly departmentId: string
  readonly ownerId: string
}

/** Progress of an upload starts here, in percent (product §9). */
const progressStart = 10

/** The upload form: idle, uploading, then cleared, or at progress 0 on failure (product §4, §8). */
export function useUploadForm(onUploaded: (document: Document) => void) {
  const [fields, setFields] = useState<UploadFields>({ title: '', departmentId: '', ownerId: '' })
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const nextKey = useRef(0)
  const unauthorized = useUnauthorized()
  const { send, sending, cancel } = useSending()

  const change = (next: Partial<UploadFields>) => setFields((now) => ({ ...now, ...next }))
  const remove = ({ key }: ChosenFile) => setFiles((now) => now.filter((each) => each.key !== key))
  const explain = (key: number, problem: string) =>
    setFiles((now) => now.map((each) => (each.key === key ? { ...each, problem } : each)))

  const choose = (picked: readonly File[]) => {
    const turnedDown = picked.flatMap((file) => {
      const refusal = checkFile(file)
      return refusal ? [{ name: file.name, ...refusal }] : []
    })
    setRefused(turnedDown)
    const [first] = turnedDown
    if (first) toast({ title: first.title, description: first.description, variant: 'error' })
    const accepted = picked
      .filter((file) => checkFile(file) === null)
      .map((file) => ({ key: nextKey.current++, file, problem: null }))
    setFiles((now) => [...now, ...accepted])
  }

  /** Sends one file; false if the next ones would fail as well. */
  const sendOne = async (chosen: ChosenFile, form: UploadFields): Promise<boolean> => {
    try {
      const document = await send(chosen, form)
      remove(chosen)
      change({ title: '' })
      toast({ title: 'Success', description: 'Document uploaded successfully', variant: 'success' })
      onUploaded(document)
      return true
    } catch (error) {
      if (isStopped(error)) return false
      const reason = failureText(error, (error instanceof Error && error.message) || 'Unknown error')
      explain(chosen.key, reason)
      if (isUnauthorized(error)) unauthorized()
      else toast({ title: 'Upload failed', description: `Upload failed: ${reason}`, variant: 'error' })
      return !isUnauthorized(error)
    }
  }

  const submit = async () => {
    if (files.length === 0) toast({ ...refusals.none, variant: 'error' })
    setRefused([])
    const form = files.length === 1 ? fields : { ...fields, title: '' }
    for (const chosen of files) if (!(await sendOne(chosen, form))) return
  }

  return { fields, change, files, refused, choose, remove, submit, sending, cancel }
}

function useSending() {
  const upload = useUpload()
  const queries = useQueryClient()
  const stopper = useRef<AbortController | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)

  const send = async ({ key, file }: ChosenFile, form: UploadFields): Promise<Document> => {
    setSending({ key, progress: progressStart })
    stopper.current = new AbortController()
    try {
      const document = await upload(
        documentsApi.uploadDocument,
        { form: partsOf(form), file, fileName: file.name },
        {
          onProgress: (sent) => setSending({ key, progress: percent(sent.sentBytes, sent.totalBytes) }),
          signal: stopper.current.signal,
        },
      )
      void queries.invalidateQueries(readsBelow(documentsApi.listDocuments.path))
      return document
    } finally {
      setSending(null)
    }
  }
  return { send, sending, cancel: () => stopper.current?.abort() }
}

function partsOf({ title, departmentId, ownerId }: UploadFields) {
  return {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(departmentId === '' ? {} : { departmentId }),
    ...(ownerId === '' ? {} : { ownerId }),
  }
}

function percent(sentBytes: number, totalBytes: number): number {
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0
  return progressStart + Math.round((100 - progressStart) * share)
}

/** Whether the person stopped the upload. */
function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
