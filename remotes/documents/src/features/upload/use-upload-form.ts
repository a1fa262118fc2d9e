import type { Document } from '@portal/contracts/documents'
import { toast } from '@portal/remote-kit/toast'
import { uploadRefusals } from '@portal/remote-kit/upload-refusals'
import { useUploadReport } from '@portal/remote-kit/use-upload-report'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useRef, useState } from 'react'
import { checkFile } from './check-file.ts'
import type { DroppedFiles } from './dropped-files.ts'
import { type FileState, type Task, type UploadFields, useUploadQueue } from './use-upload-queue.ts'

/** A chosen file and how it fares. */
export interface ChosenFile {
  readonly key: number
  readonly file: File
  readonly state: FileState
}

/** A file of the last choice that was not taken, and why (product §5). */
export interface RefusedFile {
  readonly name: string
  readonly title: string
  readonly description: string
}

const cannotBeOpened = {
  title: 'File cannot be opened',
  description: 'It was moved, or this browser may not read it',
}

/** The upload form: idle, uploading, then cleared, or at progress 0 on failure (product §4, §8). */
export function useUploadForm(onUploaded: (document: Document) => void) {
  const [fields, setFields] = useState<UploadFields>({ title: '', departmentId: '', ownerId: '' })
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const nextKey = useRef(0)
  const report = useUploadReport()

  const change = (next: Partial<UploadFields>) => setFields((now) => ({ ...now, ...next }))
  // Also while files are sent: leaving would stop them.
  useUnsavedText(() => files.length > 0 || fields.title.trim() !== '')
  const drop = (key: number) => setFiles((now) => now.filter((each) => each.key !== key))
  const queue = useUploadQueue({
    onState: (key, state) =>
      setFiles((now) => now.map((each) => (each.key === key ? { ...each, state } : each))),
    onDone: ({ key }, document) => {
      drop(key)
      change({ title: '' })
      report.success(document)
      if (document) onUploaded(document)
    },
    onFailure: report.failure,
  })

  const choose = ({ files: picked, unopened }: DroppedFiles) => {
    const turnedDown = [
      ...picked.flatMap((file) => {
        const refusal = checkFile(file)
        return refusal ? [{ name: file.name, ...refusal }] : []
      }),
      ...unopened.map((name) => ({ name, ...cannotBeOpened })),
    ]
    setRefused(turnedDown)
    const first = picked.length + unopened.length === 0 ? uploadRefusals.none : turnedDown[0]
    if (first) toast({ title: first.title, description: first.description, variant: 'invalid' })
    const accepted = picked
      .filter((file) => checkFile(file) === null)
      .map((file): ChosenFile => ({ key: nextKey.current++, file, state: { step: 'chosen' } }))
    setFiles((now) => [...now, ...accepted])
  }

  const add = (chosen: readonly ChosenFile[], as: Task['as']) => {
    const form = files.length === 1 ? fields : { ...fields, title: '' }
    queue.add(chosen.map(({ key, file }) => ({ key, file, fields: form, as })))
  }
  const submit = () => {
    if (files.length === 0) toast({ ...uploadRefusals.none, variant: 'invalid' })
    setRefused([])
    add(files.filter(canGo), 'ask')
  }

  return {
    ...{ fields, change, files, refused, choose, submit },
    remove: ({ key }: ChosenFile) => drop(key),
    cancel: ({ key }: ChosenFile) => queue.cancel(key),
    /** Sends one file alone: again, or as the person answered. */
    send: (chosen: ChosenFile, as: Task['as']) => add([chosen], as),
    isUploading: files.some(({ state: { step } }) => step === 'waiting' || step === 'sending'),
    isAsking: files.length > 0 && !files.some(canGo),
  }
}

function canGo({ state }: ChosenFile): boolean {
  return state.step === 'chosen' || (state.step === 'failed' && state.mayRetry)
}
