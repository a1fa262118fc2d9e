import { RequestError } from '@portal/contracts/client'
import { type Document, documentsApi } from '@portal/contracts/documents'
import { fileRefusals } from '@portal/contracts/errors'
import type { SameContent } from '@portal/contracts/upload-help'
import { readsBelow, useApi } from '@portal/remote-kit/route-query'
import { useUpload } from '@portal/remote-kit/upload-file'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/** Uploads at once: the gateway takes four of a person, and one is left for other pages. */
const uploadsAtOnce = 3
/** Progress of an upload starts here, in percent (product §9). */
const progressStart = 10

/** What has the content of a file: a document, or another file under way. */
export interface Twin {
  readonly document: SameContent | null
  readonly fileName: string
}

/**
 * Where a chosen file is. `same` waits for a person's answer, `failed` for another try unless the
 * server refuses the file itself.
 */
export type FileState =
  | { readonly step: 'chosen' | 'waiting' }
  | { readonly step: 'sending'; readonly progress: number }
  | { readonly step: 'failed'; readonly problem: string; readonly mayRetry: boolean }
  | { readonly step: 'same'; readonly twin: Twin }

/** Fields next to the files. The title applies to a single file; several keep their names. */
export interface UploadFields {
  readonly title: string
  readonly departmentId: string
  readonly ownerId: string
}

/** A file to be sent, as a document of its own or as a version of one. */
export interface Task {
  readonly key: number
  readonly file: File
  readonly fields: UploadFields
  /** `ask`: as a document, unless there is one with this content. */
  readonly as: 'ask' | 'document' | { readonly versionOf: SameContent }
}

interface QueueEvents {
  readonly onState: (key: number, state: FileState) => void
  /** `document` is null for a version of another one. */
  readonly onDone: (task: Task, document: Document | null) => void
  /** Returns what the file's line says; null stops the whole queue. */
  readonly onFailure: (error: unknown) => string | null
}

/** Sends files, a few at a time. Each can be stopped, which leaves it chosen. */
export function useUploadQueue({ onState, onDone, onFailure }: QueueEvents) {
  const waiting = useRef<Task[]>([])
  const running = useRef(new Map<number, AbortController>())
  const send = useSendTask()

  const pump = () => {
    while (running.current.size < uploadsAtOnce) {
      const task = waiting.current.shift()
      if (!task) return
      void run(task)
    }
  }
  const run = async (task: Task) => {
    const { key } = task
    const stopper = new AbortController()
    running.current.set(key, stopper)
    const onProgress = (progress: number) => onState(key, { step: 'sending', progress })
    onProgress(progressStart)
    try {
      const sent = await send(task, { signal: stopper.signal, onProgress })
      if ('twin' in sent) onState(key, { step: 'same', twin: sent.twin })
      else onDone(task, sent.document)
    } catch (error) {
      const problem = isStopped(error) ? '' : onFailure(error)
      if (problem === null) for (const { key: left } of waiting.current.splice(0)) onState(left, chosen)
      onState(key, problem ? { step: 'failed', problem, mayRetry: !isRefused(error) } : chosen)
    } finally {
      running.current.delete(key)
      pump()
    }
  }
  return {
    add: (tasks: readonly Task[]) => {
      for (const { key } of tasks) onState(key, { step: 'waiting' })
      waiting.current.push(...tasks)
      pump()
    },
    cancel: (key: number) => {
      running.current.get(key)?.abort()
      if (!waiting.current.some((task) => task.key === key)) return
      waiting.current = waiting.current.filter((task) => task.key !== key)
      onState(key, chosen)
    },
  }
}

const chosen: FileState = { step: 'chosen' }

interface Sending {
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

function useSendTask() {
  const upload = useUpload()
  const queries = useQueryClient()
  const findTwin = useFindTwin()
  /** Names of the files under way, by content. */
  const underWay = useRef(new Map<string, string>())

  return async (task: Task, { signal, onProgress }: Sending) => {
    const { file, fields, as } = task
    const content = await sha256Of(file)
    const options = {
      signal,
      onProgress: (sent: { sentBytes: number; totalBytes: number }) => onProgress(percent(sent)),
    }
    const other = underWay.current.get(content)
    if (as === 'ask' && other !== undefined) return { twin: { document: null, fileName: other } }
    underWay.current.set(content, file.name)
    try {
      const document = as === 'ask' ? await findTwin(content, signal) : null
      if (document) return { twin: { document, fileName: file.name } }
      const sent = { file, fileName: file.name }
      if (typeof as === 'object') {
        const { documentId: id, title } = as.versionOf
        const form = { title: fields.title.trim() || title, changes: `Uploaded again as ${file.name}` }
        await upload(documentsApi.createVersion, { params: { id }, form, ...sent }, options)
        return { document: null }
      }
      const form = partsOf(fields)
      return { document: await upload(documentsApi.uploadDocument, { form, ...sent }, options) }
    } finally {
      underWay.current.delete(content)
      void queries.invalidateQueries(readsBelow(documentsApi.listDocuments.path))
    }
  }
}

/** In hexadecimal. */
async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The document that has a content already, of those that the person may see. */
function useFindTwin() {
  const client = useApi()
  return async (sha256: string, signal: AbortSignal): Promise<SameContent | null> => {
    try {
      const found = await client.call(documentsApi.findSameContent, { query: { sha256 } }, { signal })
      return found.find(({ isCurrent }) => isCurrent) ?? found[0] ?? null
    } catch (error) {
      // A service from before this question existed takes it for a document's id.
      if (error instanceof RequestError && (error.status === 404 || error.status === 400)) return null
      throw error
    }
  }
}

function partsOf({ title, departmentId, ownerId }: UploadFields) {
  return {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(departmentId === '' ? {} : { departmentId }),
    ...(ownerId === '' ? {} : { ownerId }),
  }
}

function percent({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }): number {
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0
  return progressStart + Math.round((100 - progressStart) * share)
}

function isRefused(error: unknown): boolean {
  return error instanceof RequestError && fileRefusals.some((code) => code === error.code)
}

/** Whether the person stopped the upload. */
function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
