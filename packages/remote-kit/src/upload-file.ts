import { RequestError } from '@portal/contracts/client'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { routeUrl } from '@portal/contracts/route'
import { newTraceparent } from '@portal/contracts/traceparent'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { usePortal } from '@portal/remote-kit/portal-context'

/** Bytes handed to the network so far. `totalBytes` includes the form around the file. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

/** How an upload is watched and stopped. */
export interface UploadOptions {
  readonly onProgress?: (progress: UploadProgress) => void
  readonly signal?: AbortSignal
}

/** A route that takes a multipart body with a file. */
type UploadRoute = Route & { readonly form: NonNullable<Route['form']> }

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly form?: Readonly<Record<string, unknown>>
  readonly file?: Blob
  readonly fileName?: string
}

export type Upload = ReturnType<typeof useUpload>

// A slow line takes minutes for one try.
const keys = createActKeys(1_800_000)
const fileIds = new WeakMap<Blob, string>()

/**
 * A function that uploads one file, by XMLHttpRequest, because fetch reports no upload progress.
 * Rejects with RequestError, AbortError when stopped, or 'Request failed' without network.
 */
export function useUpload() {
  const { token } = usePortal()
  return async <R extends UploadRoute>(
    route: R,
    input: RouteCall<R>,
    options: UploadOptions = {},
  ): Promise<RouteResponse<R>> => {
    const parts = input as Parts
    const request = new XMLHttpRequest()
    request.open(route.method, routeUrl(route, parts.params))
    request.withCredentials = true
    const act = actOf(route, parts)
    request.setRequestHeader('idempotency-key', keys.keyOf(act))
    request.setRequestHeader('traceparent', newTraceparent())
    const bearer = token()
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`)
    await send(request, formBody(parts), options)
    const { status, statusText, responseText } = request
    if (status < 200 || status > 299) throw new RequestError(status, statusText, responseText)
    keys.settled(act)
    // Safe: the schema that parsed the body is the route's own.
    return (route.returns ? route.returns.parse(JSON.parse(responseText)) : undefined) as RouteResponse<R>
  }
}

/** The chosen file to the same place with the same words: with others it is another act. */
function actOf({ path }: UploadRoute, { file, ...words }: Parts): string {
  if (!file) return JSON.stringify([path, words])
  const fileId = fileIds.get(file) ?? crypto.randomUUID()
  fileIds.set(file, fileId)
  return JSON.stringify([path, words, fileId])
}

function formBody(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts.form ?? {}))
    if (value !== undefined) form.append(name, String(value))
  if (parts.file) form.append('file', parts.file, parts.fileName)
  return form
}

function send(request: XMLHttpRequest, form: FormData, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => request.abort()
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sentBytes: loaded, totalBytes: total })
    request.onload = () => resolve()
    request.onerror = () => reject(new Error('Request failed'))
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) reject(new DOMException('The upload was stopped', 'AbortError'))
    else request.send(form)
  })
}
