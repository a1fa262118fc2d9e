import type { K6Options } from '../k6-options.ts'
import { ask, streamAnswer } from './ask.ts'
import { listDocuments, listOrganizations } from './list-documents.ts'
import { plan } from './load-plan.ts'
import { browse, login } from './login.ts'
import { makeOrganizations as setup, removeOrganizations as teardown } from './make-organizations.ts'
import { decideApproval, uploadDocument } from './upload-document.ts'

// What k6 runs: options, what comes before and after, and a function for each scenario.
export const options: K6Options = plan.options
export {
  ask,
  browse,
  decideApproval,
  listDocuments,
  listOrganizations,
  login,
  setup,
  streamAnswer,
  teardown,
  uploadDocument,
}

/** Everything that k6 counted, for the report. */
export function handleSummary(summary: object): Readonly<Record<string, string>> {
  return { [__ENV.LOAD_SUMMARY ?? 'stdout']: `${JSON.stringify(summary)}\n` }
}
