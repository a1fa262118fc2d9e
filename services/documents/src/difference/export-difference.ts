import { hash } from 'node:crypto'
import type { DifferenceFormat } from '@portal/contracts/difference'
import type { documentsApi } from '@portal/contracts/documents'
import { create as contentDisposition } from 'content-disposition'
import type { z } from 'zod'
import { DownloadSlots } from '../downloads/download-slots.ts'
import type { Context, Verb } from '../ports.ts'
import { comparePair, type PairIds } from './compare-pair.ts'
import { differencePage } from './difference-page.ts'
import { differencePdf } from './difference-pdf.ts'

/** A page that needs nothing but itself and runs nothing: text of documents is foreign content. */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"
/** Both texts stay in memory until a page is saved. */
const slots = new DownloadSlots({
  ...{ perPerson: 2, perOrganization: 4, inAll: 12, retryAfterSeconds: 5 },
  sentences: {
    own: 'You are saving several differences at once. Please wait until one of them is there.',
    others: 'Many differences are being saved right now. Please try again in a moment.',
  },
})
const types = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' } as const

export const exportDifference: Verb<typeof documentsApi.exportDifference> = async (
  ctx,
  { params, query },
) => {
  const ids = { documentId: params.id, before: query.with, after: params.versionId }
  const { format = 'html' } = query
  const slot = slots.enter(ctx)
  const madeAt = new Date()
  const { pair, pdf } = await prepared(ctx, { ids, format, madeAt }).catch((error: unknown) => {
    slot.leave()
    throw error
  })
  const numbers = `version ${pair.before.version.number} to ${pair.after.version.number}`
  const name = `${pair.after.document.title} - ${numbers}.${format}`.replace(/[/\\]/g, '-')
  ctx.responseHeaders.set('content-type', types[format])
  ctx.responseHeaders.set('content-disposition', contentDisposition(name))
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.responseHeaders.set('content-security-policy', `${contentPolicy}; frame-ancestors 'none'; sandbox`)
  if (pdf === null) ctx.streamResponse(slot.until(inBytes(differencePage(pair, { contentPolicy, madeAt }))))
  else
    ctx.sendFile({
      sizeBytes: pdf.byteLength,
      etag: `"${hash('sha256', pdf)}"`,
      read: (start, end) => slot.until(partOf(pdf, start, end)),
      unread: slot.leave,
    })
}

interface Wanted {
  readonly ids: PairIds
  readonly format: z.infer<typeof DifferenceFormat>
  readonly madeAt: Date
}

async function prepared(ctx: Context, { ids, format, madeAt }: Wanted) {
  const pair = await comparePair(ctx, ids)
  return { pair, pdf: format === 'pdf' ? await differencePdf(ctx, pair, madeAt) : null }
}

async function* inBytes(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part)
}

async function* partOf(file: Uint8Array, start: number, end: number): AsyncGenerator<Uint8Array> {
  yield file.subarray(start, end)
}
