import type { Gap, GapState } from '@portal/contracts/gaps'
import { counted } from '@portal/ui/counted'

/** The words shown for a state, and how it looks. */
export const gapStates = {
  open: { label: 'Open', tone: 'warning' },
  assigned: { label: 'Assigned', tone: 'info' },
  answered: { label: 'Answered', tone: 'success' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
} as const satisfies Record<GapState, object>

/** What a gap is called: the question of many, or of the one who sent it. */
export function gapTitle({ question, sent }: Pick<Gap, 'question' | 'sent'>): string {
  return question ?? sent[0]?.question ?? 'A question'
}

/** "4 people asked, 3 without an answer, 1 answer rated low"; of what was sent alone, how many. */
export function gapSums({ askers, unanswered, ratedLow, sent }: Gap): string {
  if (askers === null) return `${counted(sent.length, 'question')} sent to the owner`
  const parts = [
    `${counted(askers, 'person', 'people')} asked`,
    unanswered ? `${unanswered} without an answer` : '',
    ratedLow ? `${counted(ratedLow, 'answer')} rated low` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
