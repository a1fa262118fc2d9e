import type { Outcome } from './chat.ts'

/** The words for an outcome, on screens and on pages that are saved. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  answered: 'Answered',
  partial: 'Answered in part',
  conflict: 'Sources disagree',
  no_evidence: 'No clear answer in the approved documents',
}
