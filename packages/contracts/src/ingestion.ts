import { z } from 'zod'

/** Progress of a document from upload to being searchable. */
export const IngestionState = z.enum(['queued', 'reading', 'indexing', 'ready', 'failed'])
export type IngestionState = z.infer<typeof IngestionState>

/** `reason` is for people and present when failed; `passages` is the number indexed. */
export const Ingestion = z.object({
  state: IngestionState,
  reason: z.string().nullable(),
  passages: z.number().int().nullable(),
})
export type Ingestion = z.infer<typeof Ingestion>
