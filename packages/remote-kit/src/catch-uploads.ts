import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** An upload in progress, driven by the test. */
export interface FixedUpload {
  /** Where it was sent. */
  readonly address: string
  readonly form: FormData
  readonly progress: (sentBytes: number, totalBytes: number) => void
  readonly response: (status: number, body?: unknown) => Promise<void>
  readonly breakOff: () => Promise<void>
  readonly isStopped: () => boolean
}

/** Replaces XMLHttpRequest until the end of the test. Returns the uploads so far, oldest first. */
export function catchUploads(): readonly FixedUpload[] {
  const uploads: FixedUpload[] = []

  class CaughtRequest {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    withCredentials = false
    status = 0
    statusText = ''
    responseText = ''
    isStopped = false
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void

    address = ''
    open(_: string, address: string) {
      this.address = address
    }
    setRequestHeader() {}
    abort() {
      this.isStopped = true
      this.onabort?.()
      this.onloadend?.()
    }
    send(form: FormData) {
      uploads.push({
        address: this.address,
        form,
        progress: (loaded, total) => act(() => this.upload.onprogress?.({ loaded, total })),
        response: (status, body = '') =>
          act(async () => {
            const responseText = typeof body === 'string' ? body : JSON.stringify(body)
            Object.assign(this, { status, responseText })
            this.onload?.()
            this.onloadend?.()
          }),
        breakOff: () =>
          act(async () => {
            this.onerror?.()
            this.onloadend?.()
          }),
        isStopped: () => this.isStopped,
      })
    }
  }

  vi.stubGlobal('XMLHttpRequest', CaughtRequest)
  return uploads
}
