import type { documentsApi } from '@portal/contracts/documents'
import { create as contentDisposition } from 'content-disposition'
import type { Verb } from '../ports.ts'
import { comparePair } from './compare-pair.ts'
import { differencePage } from './difference-page.ts'

/** A page that needs nothing but itself and runs nothing: text of documents is foreign content. */
export const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"

export const exportDifference: Verb<typeof documentsApi.exportDifference> = async (
  ctx,
  { params, query },
) => {
  const ids = { documentId: params.id, before: query.with, after: params.versionId }
  const pair = await comparePair(ctx, ids)
  const { document } = pair.after
  const numbers = `version ${pair.before.version.number} to ${pair.after.version.number}`
  ctx.responseHeaders.set('content-type', 'text/html; charset=utf-8')
  ctx.responseHeaders.set(
    'content-disposition',
    contentDisposition(`${document.title} - ${numbers}.html`.replace(/[/\\]/g, '-')),
  )
  ctx.responseHeaders.set('x-content-type-options', 'nosniff')
  ctx.responseHeaders.set('content-security-policy', `${contentPolicy}; frame-ancestors 'none'; sandbox`)
  ctx.streamResponse(differencePage(pair, { contentPolicy, madeAt: new Date() }))
}
