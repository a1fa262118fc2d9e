import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { z } from 'zod'

const Uploaded = z.object({ id: z.string() })

/** A response to an upload: the document's id, if it was accepted. */
export interface UploadResponse {
  readonly status: number
  readonly id: string | null
}

/** Uploads a text as a document of its own. */
export async function uploadText(browser: CookieFetch, text: string): Promise<UploadResponse> {
  const body = new FormData()
  body.set('title', `Drill ${crypto.randomUUID()}`)
  body.set('file', new Blob([text], { type: 'text/plain' }), 'drill.txt')
  const headers = { accept: 'application/json', 'idempotency-key': crypto.randomUUID() }
  const response = await browser('/api/documents', { method: 'POST', body, headers })
  const { status } = response
  const answer: unknown = await response.json()
  return { status, id: status === 201 ? Uploaded.parse(answer).id : null }
}
