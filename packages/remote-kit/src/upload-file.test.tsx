// @vitest-environment happy-dom
import { documentsApi } from '@portal/contracts/documents'
import { act, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TestPortal } from './test-portal.tsx'
import type { Upload, UploadProgress } from './upload-file.ts'
import { useUpload } from './upload-file.ts'

/** An XMLHttpRequest that a test answers by hand. */
class FixedRequest {
  static last: FixedRequest
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  readonly headers = new Map<string, string>()
  withCredentials = false
  status = 0
  statusText = ''
  responseText = ''
  sent: FormData | null = null
  address = ''
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void

  constructor() {
    FixedRequest.last = this
  }
  open(method: string, url: string) {
    this.address = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send(body: FormData) {
    this.sent = body
  }
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
  response(status: number, body: string) {
    Object.assign(this, { status, responseText: body })
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FixedRequest))
function uploadFunction(): Upload {
  const found: { upload?: Upload } = {}
  function Probe() {
    found.upload = useUpload()
    return null
  }
  act(() => {
    render(
      <TestPortal>
        <Probe />
      </TestPortal>,
    )
  })
  if (!found.upload) throw new Error('No upload function')
  return found.upload
}

const document = {
  id: '0190b6c1-0000-7000-8000-000000000001',
  customId: 'DOC-1',
  title: 'Policy',
  departmentId: null,
  departmentName: null,
  isActive: true,
  visibleTo: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  organizationId: 7,
  fileName: 'policy.txt',
  fileType: 'text/plain',
  sizeBytes: 5,
  currentVersion: null,
  ingestion: { state: 'queued', reason: null, passages: null },
}

const input = { form: { title: 'Policy' }, file: new Blob(['hello']), fileName: 'policy.txt' }

describe('an upload', () => {
  it('is a multipart POST with cookies and an idempotency key, and answers by the contract', async () => {
    const response = uploadFunction()(documentsApi.uploadDocument, input)
    const request = FixedRequest.last
    expect(request.address).toBe('POST /api/documents')
    expect(request.withCredentials).toBe(true)
    expect(request.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(request.sent?.get('title')).toBe('Policy')
    request.response(201, JSON.stringify(document))
    await expect(response).resolves.toMatchObject({ id: document.id, customId: 'DOC-1' })
  })

  it('begins a trace of its own', () => {
    const traces = [1, 2].map(() => {
      uploadFunction()(documentsApi.uploadDocument, input).catch(() => undefined)
      return FixedRequest.last.headers.get('traceparent')
    })
    for (const trace of traces) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(traces[0]).not.toBe(traces[1])
  })

  it('tells how many bytes have left', () => {
    const seen: UploadProgress[] = []
    uploadFunction()(documentsApi.uploadDocument, input, {
      onProgress: (progress) => seen.push(progress),
    }).catch(() => undefined)
    FixedRequest.last.upload.onprogress?.({ loaded: 512, total: 2048 })
    expect(seen).toEqual([{ sentBytes: 512, totalBytes: 2048 }])
  })

  it('fails with the status and the body of the answer', async () => {
    const response = uploadFunction()(documentsApi.uploadDocument, input)
    FixedRequest.last.response(401, '{"message":"Unauthorized","code":"unauthorized","requestId":"r"}')
    await expect(response).rejects.toMatchObject({ status: 401, detail: 'Unauthorized' })
  })

  it('stops when it is aborted, before and after the start', async () => {
    const abort = new AbortController()
    const response = uploadFunction()(documentsApi.uploadDocument, input, { signal: abort.signal })
    abort.abort()
    await expect(response).rejects.toMatchObject({ name: 'AbortError' })
    const late = uploadFunction()(documentsApi.uploadDocument, input, { signal: abort.signal })
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
    expect(FixedRequest.last.sent).toBeNull()
  })
})

describe('the idempotency key of an upload', () => {
  /** Starts an upload; `key` is the one that it sends. */
  const start = (changes: Partial<typeof input> = {}) => {
    const response = uploadFunction()(documentsApi.uploadDocument, { ...input, ...changes })
    const request = FixedRequest.last
    return { response, request, key: request.headers.get('idempotency-key') }
  }
  const file = () => ({ file: new Blob(['hello']) })
  const accepted = ({ response, request }: ReturnType<typeof start>) => {
    request.response(201, JSON.stringify(document))
    return response
  }

  it('is one for a double click, and a new one once the upload has succeeded', async () => {
    const same = file()
    const [first, second] = [start(same), start(same)]
    expect(second.key).toBe(first.key)
    await Promise.all([accepted(first), accepted(second)])
    expect(start(same).key).not.toBe(first.key)
  })

  it('is kept while it is unknown what became of the upload', async () => {
    const same = file()
    const lost = start(same)
    lost.request.onerror?.()
    await expect(lost.response).rejects.toThrow('Request failed')
    const unanswered = start(same)
    unanswered.request.response(503, '{"message":"documents is away","code":"upstream_unavailable"}')
    await expect(unanswered.response).rejects.toMatchObject({ status: 503 })
    const again = start(same)
    expect(new Set([lost.key, unanswered.key, again.key]).size).toBe(1)
    await accepted(again)
  })

  it('is another one for the same file under another title, which is not the same request', async () => {
    const same = file()
    const lost = start(same)
    lost.request.onerror?.()
    await expect(lost.response).rejects.toThrow('Request failed')
    const renamed = start({ ...same, form: { title: 'Another' } })
    expect(renamed.key).not.toBe(lost.key)
    await accepted(renamed)
  })
})
