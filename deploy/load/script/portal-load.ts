import type { K6Options } from '../k6-options.ts'
import { ask, streamAnswer } from './ask.ts'
import { currentUser, listDocuments, listOrganizations } from './list-documents.ts'
import { plan } from './load-plan.ts'
import { browse, login } from './login.ts'
import { makeOrganizations as setup, removeOrganizations as teardown } from './make-organizations.ts'
import { decideApproval, uploadDocument } from './upload-document.ts'

// What k6 runs: options, what comes before and after, and a function for each scenario.
export const options: K6Options = plan.options
export {
  ask,
  browse,
  currentUser,
  decideApproval,
  listDocuments,
  listOrganizations,
  login,
  setup,
  streamAnswer,
  teardown,
  uploadDocument,
}

/** What k6 counted, for the report: without passwords and sessions, which are its setup's data. */
export function handleSummary(all: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { setup_data: _, ...summary } = all
  return { [__ENV.LOAD_SUMMARY ?? 'stdout']: `${JSON.stringify(summary)}\n` }
}
