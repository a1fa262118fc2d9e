import { hash } from 'node:crypto'
import type { documentsApi } from '@portal/contracts/documents'
import { create as contentDisposition } from 'content-disposition'
import type { Verb } from '../ports.ts'
import { comparePair } from './compare-pair.ts'
import { differencePage } from './difference-page.ts'
import { differencePdf } from './difference-pdf.ts'

/** A page that needs nothing but itself and runs nothing: text of documents is foreign content. */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"
const types = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' } as const

export const exportDifference: Verb<typeof documentsApi.exportDifference> = async (
  ctx,
  { params, query },
) => {
  const ids = { documentId: params.id, before: query.with, after: params.versionId }
  const { format = 'html' } = query
  const pair = await comparePair(ctx, ids)
  const madeAt = new Date()
  const pdf = format === 'pdf' ? await differencePdf(pair, madeAt) : null
  const numbers = `version ${pair.before.version.number} to ${pair.after.version.number}`
  const name = `${pair.after.document.title} - ${numbers}.${format}`.replace(/[/\\]/g, '-')
  ctx.responseHeaders.set('content-type', types[format])
  ctx.responseHeaders.set('content-disposition', contentDisposition(name))
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.responseHeaders.set('content-security-policy', `${contentPolicy}; frame-ancestors 'none'; sandbox`)
  if (pdf === null) ctx.streamResponse(differencePage(pair, { contentPolicy, madeAt }))
  else
    ctx.sendFile({
      sizeBytes: pdf.byteLength,
      etag: `"${hash('sha256', pdf)}"`,
      read: async function* (start, end) {
        yield pdf.subarray(start, end)
      },
    })
}
