import { Link } from '@portal/remote-kit/link'
import { useSuggestedQuestions } from '@portal/remote-kit/use-suggested-questions'
import { buttonClass } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { ArrowUpRight } from 'lucide-react'

const suggestionsMax = 2
/** Of so many documents, the latest, questions are made. */
const documentsMax = 5

/** The way to the assistant, with questions that the latest documents can answer. */
export function AssistantCard() {
  const suggested = useSuggestedQuestions(suggestionsMax, { latest: documentsMax })
  const { isPending, questions } = suggested
  return (
    <Card title="AI Assistant">
      <div className="flex flex-col gap-3 p-4">
        <p className="text-13 text-secondary">{aboutSources(suggested)}</p>
        {isPending && (
          <SkeletonList label="Loading suggestions" count={suggestionsMax} className="flex flex-col gap-2">
            <Skeleton className="h-14.5 rounded-control" />
          </SkeletonList>
        )}
        {questions.length > 0 && (
          <ul aria-label="Questions to ask" className="flex flex-col gap-2">
            {questions.map(({ question }) => (
              <li key={question}>
                <Link
                  to={`/chat?question=${encodeURIComponent(question)}`}
                  className="flex items-center justify-between gap-2 rounded-control border border-default px-2.5 py-2 text-13 hover:border-strong hover:bg-hover"
                >
                  <span dir="auto" className="line-clamp-3 min-w-0 break-words">
                    {question}
                  </span>
                  <ArrowUpRight aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link to="/chat" className={buttonClass({ variant: 'primary' })}>
          Open Chat
        </Link>
      </div>
    </Card>
  )
}

function aboutSources({ hasSources, isReading }: ReturnType<typeof useSuggestedQuestions>): string {
  if (hasSources) return 'Answers from your approved documents, with sources.'
  return isReading
    ? 'It answers from approved documents. Yours are being read; that takes a moment.'
    : 'It answers from approved documents. There is none yet.'
}
