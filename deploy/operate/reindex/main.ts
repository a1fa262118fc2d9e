import { reindex } from '@portal/documents-service/ingestion/reindex'
import { interruption, operate, progressLine } from '../operate.ts'

// `npm run reindex`: rebuilds the search index, whatever its engine.
await operate(async ({ open }) => {
  const halted = interruption()
  const show = progressLine('indexed')
  const progress = (step: { readonly done: number; readonly of: number }) =>
    show({ what: 'documents', ...step })
  const asked = await reindex({ database: await open('documents'), progress, halted })
  return halted.aborted
    ? 'The service goes on indexing without being watched.'
    : `${asked} documents are indexed again.`
})
