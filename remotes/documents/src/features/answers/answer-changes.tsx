import { chatApi, questionMax } from '@portal/contracts/chat'
import { affectedQuestionDays, askersMin } from '@portal/contracts/questions'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useCan } from '@portal/remote-kit/session'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { Spinner } from '@portal/ui/spinner'
import { TextField } from '@portal/ui/text-field'
import { type ReactNode, useState } from 'react'
import { AskedBy, SentBy } from '../citations/question-items.tsx'
import { FoldedSection } from '../folded/folded-section.tsx'
import { ComparedAnswers } from './compared-answers.tsx'
import {
  type Comparison,
  type ReviewedVersion,
  useAffectedQuestions,
  useComparisons,
} from './use-comparisons.ts'

/**
 * What answers a version that awaits approval would change, for its reviewers: the questions that
 * rest on what it alters, those that were sent to the document's owner, and any other that they
 * want to try.
 */
export function AnswerChanges({ version }: { readonly version: ReviewedVersion }) {
  const mayCompare = useCan(chatApi.compareAnswers)
  if (!mayCompare) return null
  return (
    <FoldedSection name="answers" title="What answers would change">
      <Opened version={version} />
    </FoldedSection>
  )
}

function Opened({ version }: { readonly version: ReviewedVersion }) {
  const affected = useAffectedQuestions(version, true)
  const { comparisons, isRunning, run, cancel } = useComparisons(version)
  const [tried, setTried] = useState<readonly string[]>([])
  const questions = affected.data?.questions ?? []
  const sent = affected.data?.sent ?? []
  const known = [...new Set([...questions, ...sent].map(({ question }) => question))]
  const left = known.filter((one) => !isCompared(comparisons.get(one)))
  const done = known.length - left.length
  return (
    <div className="flex flex-col gap-4 border-default border-t p-3">
      <p className="max-w-prose text-13 text-secondary">
        Questions of the last {affectedQuestionDays} days, each asked by at least {askersMin} people, whose
        answers quote what this version alters, and those that were sent to the owner of the document. Nobody
        else sees these answers, and none is kept.
      </p>
      {affected.isPending && (
        <SkeletonList label="Looking for questions" count={2} className="flex flex-col gap-2">
          <Skeleton className="h-12 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The questions could not be loaded" query={affected} />
      {affected.data && known.length === 0 && (
        <p className="text-13">No question of the last {affectedQuestionDays} days rests on what changes.</p>
      )}
      {known.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="sm"
            variant="primary"
            disabled={isRunning || left.length === 0}
            onClick={() => void run(left)}
          >
            Compare the answers
          </Button>
          {isRunning && (
            <Button size="sm" onClick={cancel}>
              Cancel
            </Button>
          )}
          <p role="status" className="text-12 text-secondary tabular-nums">
            {done > 0 || isRunning ? `${done} of ${known.length} compared` : ''}
          </p>
        </div>
      )}
      <ul className="flex flex-col gap-3">
        {questions.map((asked) => (
          <QuestionRow
            key={asked.question}
            question={asked.question}
            comparison={comparisons.get(asked.question)}
          >
            <AskedBy asked={asked} />
          </QuestionRow>
        ))}
        {sent.map((each) => (
          <QuestionRow key={each.id} question={each.question} comparison={comparisons.get(each.question)}>
            <SentBy sent={each} />
          </QuestionRow>
        ))}
        {tried.map((question) => (
          <QuestionRow key={`tried ${question}`} question={question} comparison={comparisons.get(question)}>
            Your own question
          </QuestionRow>
        ))}
      </ul>
      <OwnQuestion
        isBusy={isRunning}
        onAsk={(question) => {
          if (!tried.includes(question) && !known.includes(question)) setTried([question, ...tried])
          void run([question])
        }}
      />
    </div>
  )
}

const isCompared = (comparison: Comparison | undefined) => comparison?.state === 'compared'

interface QuestionRowProps {
  readonly question: string
  readonly comparison: Comparison | undefined
  readonly children: ReactNode
}

function QuestionRow({ question, comparison, children }: QuestionRowProps) {
  return (
    <li className="flex flex-col gap-2 rounded-control border border-default p-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h3
          dir="auto"
          className="min-w-0 flex-1 basis-60 whitespace-pre-line break-words font-medium text-13"
        >
          {question}
        </h3>
        <State comparison={comparison} />
      </div>
      <p className="text-12 text-tertiary">{children}</p>
      {comparison?.state === 'failed' && (
        <p role="alert" className="text-13 text-danger-text">
          {comparison.reason}
        </p>
      )}
      {comparison?.state === 'compared' && <ComparedAnswers answers={comparison.answers} />}
    </li>
  )
}

function State({ comparison }: { readonly comparison: Comparison | undefined }) {
  switch (comparison?.state) {
    case 'waiting':
      return <Badge tone="neutral">Waiting</Badge>
    case 'asking':
      return (
        <span className="flex items-center gap-1.5 text-12 text-secondary">
          <Spinner className="size-3.5" />
          Asking
        </span>
      )
    case 'compared':
      return comparison.answers.isSame ? (
        <Badge tone="neutral">Same answer</Badge>
      ) : (
        <Badge tone="warning">Answer changes</Badge>
      )
    default:
      return null
  }
}

function OwnQuestion(props: { readonly isBusy: boolean; readonly onAsk: (question: string) => void }) {
  const { isBusy, onAsk } = props
  const [question, setQuestion] = useState('')
  const asked = question.trim()
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (asked === '' || isBusy) return
        onAsk(asked)
        setQuestion('')
      }}
    >
      <TextField
        label="Try a question of your own"
        className="flex-1 basis-60"
        maxLength={questionMax}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <Button type="submit" disabled={isBusy || asked === ''}>
        Compare
      </Button>
    </form>
  )
}
