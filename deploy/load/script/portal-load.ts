import type { K6Options } from '../k6-options.ts'
import { ask } from './ask.ts'
import { browse } from './browse.ts'
import { decideApproval } from './decide-approval.ts'
import { listDocuments } from './list-documents.ts'
import { listOrganizations } from './list-organizations.ts'
import { plan } from './load-plan.ts'
import { login } from './login.ts'
import { makeOrganizations as setup, removeOrganizations as teardown } from './make-organizations.ts'
import { streamAnswer } from './stream-answer.ts'
import { uploadDocument } from './upload-document.ts'

// What k6 runs: options, what comes before and after, and a function for each scenario, by its name.
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
