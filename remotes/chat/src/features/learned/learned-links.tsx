import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'

/** What is learned from answers, for stewards, and for owners who have gaps. */
export function LearnedLinks() {
  const isSteward = useCan('gap:manage-any')
  const canVerify = useCan(chatApi.listVerifiedAnswers)
  const canTest = useCan(chatApi.listGoldenQuestions)
  const canSeeUse = useCan(assistantApi.readAssistant)
  const isEnabled = useCan(chatApi.listGaps)
  const { data: gaps = [] } = useRouteQuery(chatApi.listGaps, { query: {} }, { isEnabled })
  const todo = gaps.filter(({ state }) => state === 'open' || state === 'assigned').length
  const hasGaps = isSteward || gaps.length > 0
  if (!hasGaps && !canVerify && !canTest && !canSeeUse) return null
  return (
    <nav
      aria-label="Care of the answers"
      className="flex shrink-0 flex-wrap gap-x-4 gap-y-1 border-subtle border-t px-5 py-3 text-13"
    >
      {hasGaps && (
        <Link to="/gaps" className="text-accent-text hover:underline">
          Gaps{todo > 0 && ` (${todo})`}
        </Link>
      )}
      {canVerify && (
        <Link to="/verified-answers" className="text-accent-text hover:underline">
          Verified answers
        </Link>
      )}
      {canTest && (
        <Link to="/golden-questions" className="text-accent-text hover:underline">
          Golden questions
        </Link>
      )}
      {canSeeUse && (
        <Link to="/assistant-settings" className="text-accent-text hover:underline">
          Settings
        </Link>
      )}
    </nav>
  )
}
