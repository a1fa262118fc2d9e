import { job } from '@portal/service-kit/jobs/job'
import { z } from 'zod'
import type { IndexingPorts } from '../ports.ts'
import { embedSome } from './embed-passages.ts'
import { findIncomplete } from './missing-passages.ts'

const DocumentRef = z.object({ documentId: z.uuid() })

/**
 * Encodes what the versions of a document lack of a new encoder or layout. Superseded and pending
 * ones are not indexed, but read beside the index: as of a day, and under review.
 */
export const encodeOtherVersions = job<typeof DocumentRef, IndexingPorts>('encode-other-versions', {
  payload: DocumentRef,
  maxAttempts: 20,
  leaseMs: 60_000,
  // Slowly, so that what is indexed is encoded first.
  concurrency: 1,
  run: async (ctx) => {
    const versionId = await findIncomplete(ctx, ctx.payload.documentId)
    if (versionId === undefined) return
    await embedSome(ctx, versionId)
    ctx.continueLater()
  },
})
