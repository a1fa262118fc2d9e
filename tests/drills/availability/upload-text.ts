import { sleep } from '@portal/service-kit/sleep'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { z } from 'zod'

const Uploaded = z.object({ id: z.string() })
const Document = z.object({ ingestion: z.object({ state: z.string(), reason: z.string().nullable() }) })

/** A response to an upload: the document's id, if it was accepted. */
export interface UploadResponse {
  readonly status: number
  readonly id: string | null
}

/** Uploads a text as a document of its own. */
export function uploadText(browser: CookieFetch, text: string): Promise<UploadResponse> {
  return uploadFile(browser, { name: 'drill.txt', content: new Blob([text], { type: 'text/plain' }) })
}

/** Uploads a file as a document of its own. */
export async function uploadFile(
  browser: CookieFetch,
  { name, content }: { readonly name: string; readonly content: Blob },
): Promise<UploadResponse> {
  const body = new FormData()
  body.set('title', `Drill ${crypto.randomUUID()}`)
  body.set('file', content, name)
  const headers = { accept: 'application/json', 'idempotency-key': crypto.randomUUID() }
  const response = await browser('/api/documents', { method: 'POST', body, headers })
  const { status } = response
  const answer: unknown = await response.json()
  return { status, id: status === 201 ? Uploaded.parse(answer).id : null }
}

/** How long to wait for a state, and how often to ask, in milliseconds. */
interface Patience {
  readonly state: string
  readonly withinMs: number
  readonly everyMs?: number
}

/** Waits until an uploaded document is in this state of its ingestion. Throws if it was refused. */
export async function untilState(
  browser: CookieFetch,
  { id, status }: UploadResponse,
  { state: wanted, withinMs, everyMs = 100 }: Patience,
): Promise<void> {
  if (id === null) throw new Error(`An upload ended with ${status}.`)
  for (const deadline = performance.now() + withinMs; ; ) {
    const response = await browser(`/api/documents/${id}`, { headers: { accept: 'application/json' } })
    const answer: unknown = await response.json()
    const { state, reason } = response.ok
      ? Document.parse(answer).ingestion
      : { state: `unknown (${response.status})`, reason: null }
    if (state === wanted) return
    if (state === 'failed' || performance.now() > deadline)
      throw new Error(`A document is ${state}, not ${wanted}. ${reason ?? ''}`)
    await sleep(everyMs)
  }
}
