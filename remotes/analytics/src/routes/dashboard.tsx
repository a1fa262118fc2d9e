import { analyticsApi, periodDaysDefault } from '@portal/contracts/analytics'
import { chatApi } from '@portal/contracts/chat'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { QuickActions } from '../features/actions/quick-actions.tsx'
import { ActivityCard } from '../features/activity/activity-card.tsx'
import { AssistantCard } from '../features/assistant/assistant-card.tsx'
import { numberText } from '../features/figures/figure-words.ts'
import { StatCards } from '../features/figures/stat-cards.tsx'
import { LatestConversations } from '../features/latest/latest-conversations.tsx'
import { LatestDocuments } from '../features/latest/latest-documents.tsx'
import { FirstSteps } from '../features/start/first-steps.tsx'
import { useWaiting } from '../features/waiting/use-waiting.ts'
import { WaitingCard } from '../features/waiting/waiting-card.tsx'
import { Welcome } from '../features/welcome/welcome.tsx'

/** The start page of an organization: what there is, what waits, and what changed. */
export function Screen() {
  const sources = useWaiting()
  const seesFigures = useCan(analyticsApi.readStats)
  const seesActivity = useCan(analyticsApi.listActivity)
  const mayAsk = useCan(chatApi.ask)
  return (
    <div
      data-in-order
      className="mx-auto flex w-full max-w-content flex-col gap-4 px-gutter py-6 md:gap-6 md:py-8"
    >
      <Welcome sources={sources} />
      {seesFigures && <StatCards questionsNote={<RecentQuestions />} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div data-in-order className="flex min-w-0 flex-col gap-4">
          <FirstSteps />
          <WaitingCard sources={sources} />
          <LatestDocuments />
          <LatestConversations />
        </div>
        <div data-in-order className="flex min-w-0 flex-col gap-4">
          {mayAsk && <AssistantCard />}
          <QuickActions />
          {seesActivity && <ActivityCard />}
        </div>
      </div>
    </div>
  )
}

/** How many questions are recent, once that is known. */
function RecentQuestions() {
  const recent = useRouteQuery(analyticsApi.readInsights, { query: {} }).data?.present.questions
  return recent === undefined ? 'Asked so far' : `${numberText(recent)} in the last ${periodDaysDefault} days`
}
