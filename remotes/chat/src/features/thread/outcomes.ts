import type { Citation, Outcome } from '@portal/contracts/chat'
import { counted } from '@portal/ui/counted'
import { CircleCheck, CircleDashed, CircleSlash, GitCompareArrows, type LucideIcon } from 'lucide-react'

/** How an outcome looks: its word first, for colour says nothing alone. */
export interface OutcomeLook {
  readonly word: string
  readonly text: string
  readonly frame: string
  readonly Icon: LucideIcon
  /** What the person should know or do next. */
  readonly advice: string | null
}

const framed = 'rounded-card border p-4'

export const outcomeLooks: Readonly<Record<Outcome, OutcomeLook>> = {
  answered: { word: 'Answered', text: 'text-success-text', frame: '', Icon: CircleCheck, advice: null },
  partial: {
    word: 'Partly answered',
    text: 'text-info-text',
    frame: '',
    Icon: CircleDashed,
    advice:
      'The approved documents come close to this question, but may not answer all of it. Check the sources.',
  },
  no_evidence: {
    word: 'No evidence',
    text: 'text-secondary',
    frame: `${framed} border-default bg-sunken`,
    Icon: CircleSlash,
    advice: null,
  },
  conflict: {
    word: 'Sources in conflict',
    text: 'text-warning-text',
    frame: `${framed} border-warning-border bg-panel`,
    Icon: GitCompareArrows,
    advice: 'The sources disagree. Ask their owners which one holds before you act.',
  },
}

/** The evidence of an answer: "3 passages from 2 documents". */
export function evidenceText(citations: readonly Citation[]): string {
  const documents = new Set(citations.map(({ documentId }) => documentId)).size
  return `${counted(citations.length, 'passage')} from ${counted(documents, 'document')}`
}
