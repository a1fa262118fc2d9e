import { analyticsApi } from '@portal/contracts/analytics'
import { documentsApi } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { CircleCheck } from 'lucide-react'
import { QuietLink } from '../cards/quiet-link.tsx'
import { ReadCard } from '../cards/read-card.tsx'

/** What several people asked in vain: work to do, with the acts that do it. */
export function UnansweredCard({ department }: { readonly department: number | null }) {
  const query = useRouteQuery(analyticsApi.listUnansweredQuestions, {
    query: department === null ? {} : { department },
  })
  const canAssign = useCan('gap:manage-any')
  const canUpload = useCan(documentsApi.uploadDocument)
  return (
    <ReadCard
      title="Unanswered questions"
      query={query}
      what="the unanswered questions"
      count={query.data?.length || undefined}
      aside={<QuietLink to="/gaps">{canAssign ? 'All gaps' : 'My gaps'}</QuietLink>}
    >
      {(questions) =>
        questions.length === 0 ? (
          <EmptyState
            icon={<CircleCheck />}
            title="Nothing to do"
            description="Questions of several people that the documents left open appear here."
          />
        ) : (
          <ul aria-label="Unanswered questions">
            {questions.map(({ id, question, department: asking, askCount, unansweredCount }) => (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-subtle border-t px-4 py-2.5 first:border-t-0"
              >
                <div className="min-w-0 flex-1 basis-52">
                  <p dir="auto" className="line-clamp-3 break-words font-medium text-13">
                    {question}
                  </p>
                  <p className="text-12 text-tertiary">
                    Unanswered {unansweredCount} of {askCount} times. <bdi>{asking ?? 'No department'}</bdi>
                  </p>
                </div>
                <Link to={actOf(question, canAssign)} className={buttonClass({ size: 'sm' })}>
                  {canAssign ? 'Assign' : 'Ask it'}
                </Link>
              </li>
            ))}
            {canUpload && (
              <li className="border-subtle border-t px-4 py-2.5">
                <QuietLink to="/documents">Upload a document that answers</QuietLink>
              </li>
            )}
          </ul>
        )
      }
    </ReadCard>
  )
}

/** Its gap for those who see everybody's; others see for themselves what the documents say. */
function actOf(question: string, canAssign: boolean): string {
  const text = encodeURIComponent(question)
  return canAssign ? `/gaps?q=${text}` : `/chat?question=${text}`
}
