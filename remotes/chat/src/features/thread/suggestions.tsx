import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { Link } from '@portal/remote-kit/link'
import { useCan } from '@portal/remote-kit/session'
import { useSuggestedQuestions } from '@portal/remote-kit/use-suggested-questions'
import { buttonClass } from '@portal/ui/button'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'

const suggestionsMax = 4

// Fewer leave as much room as their skeleton: what stands above is centred and would move.

interface SuggestionsProps {
  readonly onSuggest: (text: string) => void
}

/** Questions that the person's documents can answer; none for anyone who may not read or ask. */
export function Suggestions(props: SuggestionsProps) {
  const mayAsk = useCan(chatApi.ask)
  return useCan(documentsApi.listDocuments) && mayAsk ? <ReadSuggestions {...props} /> : null
}

function ReadSuggestions({ onSuggest }: SuggestionsProps) {
  const { isPending, hasSources, isReading, questions } = useSuggestedQuestions(suggestionsMax)
  if (isPending) return <SuggestionsSkeleton />
  if (!hasSources) return <NoSources isReading={isReading} />
  return (
    <ul className="mt-3 grid min-h-93 w-full list-none grid-cols-1 content-start gap-3 text-left sm:min-h-45 sm:grid-cols-2">
      {questions.map(({ question, title }) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            onClick={() => onSuggest(question)}
            className="flex h-full w-full flex-col justify-between gap-1 rounded-control border border-default p-3 hover:border-strong hover:bg-hover"
          >
            <span className="line-clamp-3 text-left font-medium text-13" dir="auto">
              {question}
            </span>
            <span className="max-w-full truncate text-12 text-tertiary" dir="auto">
              {title}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Why nothing can be answered yet, and for those who can change that the way to it. */
function NoSources({ isReading }: { readonly isReading: boolean }) {
  const mayUpload = useCan(documentsApi.uploadDocument)
  return (
    <div className="mt-3 flex min-h-93 flex-col items-center gap-3 text-13 text-tertiary sm:min-h-45">
      <p role="status">
        {isReading
          ? 'Your documents are being read. The assistant can answer from them in a moment.'
          : 'There is no approved document to answer from yet.'}
      </p>
      {mayUpload && !isReading && (
        <Link to="/documents" className={buttonClass()}>
          Upload a policy
        </Link>
      )}
    </div>
  )
}

function SuggestionsSkeleton() {
  return (
    <SkeletonList
      label="Loading suggestions"
      count={4}
      className="mt-3 grid w-full grid-cols-1 gap-3 sm:grid-cols-2"
    >
      <Skeleton className="h-21 rounded-control" />
    </SkeletonList>
  )
}
