import { RequestError } from '@portal/contracts/client'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { routeUrl } from '@portal/contracts/route'
import { createActKeys } from '@portal/remote-kit/act-keys'
import type { Portal } from '@portal/remote-kit/portal-context'
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

/**
 * Uploads one file. Rejects with RequestError, AbortError when stopped, or 'Request failed' when
 * the network fails.
 */
export type Upload = <R extends UploadRoute>(
  route: R,
  input: RouteCall<R>,
  options?: UploadOptions,
) => Promise<RouteResponse<R>>

/** Uploads by XMLHttpRequest, because fetch reports no upload progress. */
export function useUpload(): Upload {
  const portal = usePortal()
  return (route, input, options = {}) => uploadFile({ portal, route, input, options })
}

const keys = createActKeys()

interface UploadCall<R extends UploadRoute> {
  readonly portal: Pick<Portal, 'token'>
  readonly route: R
  readonly input: RouteCall<R>
  readonly options: UploadOptions
}

async function uploadFile<R extends UploadRoute>(call: UploadCall<R>): Promise<RouteResponse<R>> {
  const { route, input, options } = call
  const parts = input as Parts
  const { status, statusText, body } = await send({
    method: route.method,
    url: routeUrl(route, parts.params),
    token: call.portal.token(),
    key: keys.keyOf(parts.file),
    form: formBody(parts),
    ...options,
  })
  keys.settled(parts.file)
  if (status < 200 || status > 299) throw new RequestError(status, statusText, body)
  // Safe: the schema that parsed the body is the route's own.
  return (route.returns ? route.returns.parse(JSON.parse(body)) : undefined) as RouteResponse<R>
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly form?: Readonly<Record<string, unknown>>
  readonly file?: Blob
  readonly fileName?: string
}

function formBody(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts.form ?? {}))
    if (value !== undefined) form.append(name, String(value))
  if (parts.file) form.append('file', parts.file, parts.fileName)
  return form
}

interface Sending extends UploadOptions {
  readonly method: string
  readonly url: string
  readonly token: string | null
  readonly key: string
  readonly form: FormData
}

interface UploadResponse {
  readonly status: number
  readonly statusText: string
  readonly body: string
}

function send({ method, url, token, key, form, onProgress, signal }: Sending): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    request.withCredentials = true
    request.setRequestHeader('idempotency-key', key)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sentBytes: loaded, totalBytes: total })
    request.onload = () =>
      resolve({ status: request.status, statusText: request.statusText, body: request.responseText })
    request.onerror = () => reject(new Error('Request failed'))
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) reject(new DOMException('The upload was stopped', 'AbortError'))
    else request.send(form)
  })
}
