import type { Document } from '@portal/contracts/documents'
import { affectedQuestionDays, askersMin, citationWeeks } from '@portal/contracts/questions'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { counted } from '@portal/ui/counted'
import { Skeleton, Unsettled } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { FoldedSection } from '../folded/folded-section.tsx'
import { CitationsChart } from './citations-chart.tsx'
import { useCitations, useDocumentQuestions, useReadsCitations, useReadsSent } from './queries.ts'
import { AskedQuestion, SentToOwner } from './question-items.tsx'

interface OfDocument {
  readonly document: Pick<Document, 'id' | 'ownerId'>
}

/** Keeps in the address whether it is open; a notification's link opens it. */
const parameter = 'use'

/** A fact of the header that leads to what stands behind it. */
export function CitedFact({ document }: OfDocument) {
  const mayKnow = useReadsCitations(document)
  const { data, isPending } = useCitations(document, mayKnow)
  if (!mayKnow || !data) return mayKnow && isPending && <Unsettled />
  return (
    <Link to={`/documents/${document.id}?${parameter}=open`} className="text-accent-text hover:underline">
      {data.answers === 0 ? 'Not cited yet' : `Cited in ${counted(data.answers, 'answer')}`}
    </Link>
  )
}

/** How often a document is cited, and what people ask, for its owner and managers. */
export function WhereCited({ document }: OfDocument) {
  if (!useReadsCitations(document)) return null
  return (
    <FoldedSection name={parameter} title="How often it is cited, and what people ask">
      <div className="flex flex-col gap-6 border-default border-t p-3 text-13">
        <Citations document={document} />
        <Questions document={document} />
      </div>
    </FoldedSection>
  )
}

function Citations({ document }: OfDocument) {
  const citations = useCitations(document, true)
  const { answers = 0, weeks = [] } = citations.data ?? {}
  const lately = weeks.reduce((sum, week) => sum + week.answers, 0)
  return (
    <section aria-label="How often it is cited" className="flex flex-col gap-2">
      <ReadFailure title="The citations could not be loaded" query={citations} />
      {citations.isPending && <Skeleton className="h-24 w-full" />}
      {citations.data && answers === 0 && <p>No answer of the assistant cites this document yet.</p>}
      {answers > 0 && (
        <>
          <p className="tabular-nums">
            <strong className="font-semibold">{counted(answers, 'answer')}</strong>
            {answers === 1 ? ' cites' : ' cite'} this document, {lately} of them in the last {citationWeeks}{' '}
            weeks.
          </p>
          {lately > 0 && <CitationsChart weeks={weeks} />}
        </>
      )}
    </section>
  )
}

function Questions({ document }: OfDocument) {
  const asked = useDocumentQuestions(document)
  const readsSent = useReadsSent(document)
  if (asked.error) return <ReadFailure title="The questions could not be loaded" query={asked} />
  if (!asked.data) {
    return (
      <SkeletonList label="Loading questions" count={2} className="flex flex-col gap-2">
        <Skeleton className="h-12 w-full" />
      </SkeletonList>
    )
  }
  const { questions, sent } = asked.data
  return (
    <>
      <section aria-label="What people ask" className="flex flex-col gap-2">
        <h3 className="font-semibold">What people ask</h3>
        <p className="text-secondary">
          {questions.length === 0
            ? `No question of the last ${affectedQuestionDays} days that it answers was asked by at least ${askersMin} people.`
            : `Questions of the last ${affectedQuestionDays} days that it answers. Only those that at least ${askersMin} people asked are shown, without names.`}
        </p>
        <ul className="flex flex-col gap-2">
          {questions.map((each) => (
            <AskedQuestion key={each.question} asked={each} />
          ))}
        </ul>
      </section>
      {readsSent && (
        <section aria-label="Sent to the owner" className="flex flex-col gap-2">
          <h3 className="font-semibold">Sent to the owner</h3>
          <p className="text-secondary">
            {sent.length === 0
              ? `Nobody sent a question to its owner in the last ${affectedQuestionDays} days.`
              : 'Their askers chose to send these, with their names, to the owner of this document.'}
          </p>
          <ul className="flex flex-col gap-2">
            {sent.map((each) => (
              <SentToOwner key={each.id} sent={each} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
