import { reindex } from '@portal/documents-service/ingestion/reindex'
import { openRunningDatabase, readOperateOptions } from '../open-running-database.ts'
import { progressLine } from '../republish/progress-line.ts'

// `npm run reindex`: rebuilds the local portal's search index, whatever its engine.
const halted = new AbortController()
process.once('SIGINT', () => halted.abort())
try {
  const { dataFolder } = readOperateOptions(process.argv.slice(2))
  const database = await openRunningDatabase(dataFolder, 'documents')
  try {
    const show = progressLine(process.stdout, 'indexed')
    const progress = (step: { readonly done: number; readonly of: number }) =>
      show({ what: 'documents', ...step })
    const asked = await reindex({ database, progress, halted: halted.signal })
    console.log(
      halted.signal.aborted
        ? 'The service goes on indexing without being watched.'
        : `${asked} documents are indexed again.`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
