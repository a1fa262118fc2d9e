import { chatApi } from '@portal/contracts/chat'
import type { VerifiedAnswer, VerifiedState } from '@portal/contracts/verified-answers'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { RelativeTime } from '@portal/ui/relative-time'
import { BadgeCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { AnswerText } from '../answer/answer-text.tsx'
import { ChosenList } from '../learned/chosen-list.tsx'
import { useNames } from '../names/use-names.ts'

const none: readonly VerifiedAnswer[] = []

const states = {
  active: { label: 'Active', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
} as const satisfies Record<VerifiedState, object>

/** The state is in the address: the notification of an expired one leads here. */
function useShownState() {
  const [params, setParams] = useSearchParams()
  const known = (['active', 'expired', 'withdrawn'] as const).find((state) => state === params.get('state'))
  const show = (state: string) => {
    const next = new URLSearchParams(params)
    next.set('state', state)
    setParams(next, { replace: true })
  }
  return { state: known ?? 'active', show }
}

/** Verified answers, newest first. */
export function VerifiedList() {
  const { state, show } = useShownState()
  const answers = useRouteQuery(chatApi.listVerifiedAnswers, { query: {} })
  const rows = (answers.data ?? none).filter((answer) => answer.state === state)
  return (
    <ChosenList
      query={answers}
      name="verified answers"
      label="Verified answers"
      words={['answer', 'answers']}
      views={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
      view={state}
      onView={show}
      rows={rows}
      wordsOf={({ question, content }) => `${question} ${content}`}
      empty={{
        icon: <BadgeCheck />,
        title: `No ${states[state].label.toLowerCase()} verified answers`,
        description: 'Ask the assistant, then choose “Verify” below its answer.',
      }}
    >
      {(answer) => <VerifiedRow answer={answer} />}
    </ChosenList>
  )
}

function VerifiedRow({ answer }: { readonly answer: VerifiedAnswer }) {
  const { id, question, content, citations, state, verifiedBy, verifiedAt, endedAt } = answer
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { personName } = useNames()
  const titleId = useId()
  const { label, tone } = states[state]
  return (
    <article aria-labelledby={titleId} className="rounded-card border border-default bg-panel p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h2 id={titleId} dir="auto" className="min-w-0 flex-1 break-words font-semibold text-14">
          {question}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {content === '' ? (
        <p className="mt-2 text-13 text-tertiary">
          The text is no longer shown, because it rests on a source that is not in force or not open to you.
        </p>
      ) : (
        <div className="mt-2 break-words">
          <AnswerText content={content} citations={citations} />
        </div>
      )}
      {citations.length > 0 && (
        <p className="mt-2 text-13 text-secondary">
          From {[...new Set(citations.map(({ title }) => title))].join(', ')}
        </p>
      )}
      <p className="mt-2 text-13 text-tertiary">
        Verified by {personName(verifiedBy)} <RelativeTime at={verifiedAt} />
        {endedAt !== null && (
          <>
            {', '}
            {label.toLowerCase()} <RelativeTime at={endedAt} />
          </>
        )}
      </p>
      {state === 'active' && (
        <div className="mt-3">
          <Button size="sm" aria-describedby={titleId} onClick={() => setWithdrawing(true)}>
            Withdraw
          </Button>
        </div>
      )}
      {isWithdrawing && (
        <ConfirmAct
          route={chatApi.withdrawVerifiedAnswer}
          input={{ params: { id } }}
          refreshes={[chatApi.listVerifiedAnswers.path]}
          success="Verified answer withdrawn"
          failure="Failed to withdraw the verified answer"
          title="Withdraw verified answer"
          question="It will no longer be shown. People who already got it keep it in their conversations."
          confirmLabel="Withdraw"
          onClose={() => setWithdrawing(false)}
        />
      )}
    </article>
  )
}
