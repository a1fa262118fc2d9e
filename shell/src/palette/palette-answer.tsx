import type { Citation } from '@portal/contracts/chat'
import { outcomeWords } from '@portal/contracts/outcome-words'
import { passageAddress } from '@portal/contracts/passage-location'
import { Link } from '@portal/remote-kit/link'
import { StreamedAnswer } from '@portal/remote-kit/streamed-answer'
import { Button, buttonClass } from '@portal/ui/button'
import { Spinner } from '@portal/ui/spinner'
import { citationClass, PaletteAnswerText } from './palette-answer-text.tsx'
import type { PaletteQuestion } from './use-palette-question.ts'

interface PaletteAnswerProps {
  readonly asked: PaletteQuestion
  readonly onRetry: () => void
  readonly onStop: () => void
  readonly onClose: () => void
}

/**
 * The answer to a question asked in the palette: statement by statement, then whole with its
 * sources below. Screen readers hear it once, when it is whole.
 */
export function PaletteAnswer({ asked, onRetry, onStop, onClose }: PaletteAnswerProps) {
  const { answer, hasFailed } = asked
  const isWaiting = !answer && !hasFailed
  return (
    <div className="flex max-h-full flex-col gap-3 overflow-y-auto">
      {isWaiting && (
        <StreamedAnswer {...asked}>
          <PaletteAnswerText content={asked.text} citations={asked.citations} />
        </StreamedAnswer>
      )}
      <div role="status" className="flex flex-col gap-3">
        {isWaiting && (
          <p className="flex items-center gap-2 text-13 text-secondary">
            <Spinner />
            AI is thinking...
          </p>
        )}
        {hasFailed && (
          <p className="text-14">Sorry, there was an error processing your message. Please try again.</p>
        )}
        {answer && (
          <>
            <p className="font-semibold text-13">{outcomeWords[answer.outcome]}</p>
            <PaletteAnswerText
              content={answer.assistantMessage.content}
              citations={answer.citations}
              onOpen={onClose}
            />
          </>
        )}
      </div>
      {answer && answer.citations.length > 0 && (
        <SourceLinks citations={answer.citations} onClose={onClose} />
      )}
      <div className="flex flex-wrap gap-2">
        {isWaiting && (
          <Button size="sm" onClick={onStop}>
            Stop
          </Button>
        )}
        {hasFailed && (
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
        {answer && (
          <Link
            to={`/chat?conversation=${encodeURIComponent(answer.conversation.id)}`}
            className={buttonClass({ size: 'sm' })}
            onClick={onClose}
          >
            Open in the assistant
          </Link>
        )}
      </div>
    </div>
  )
}

interface SourceLinksProps {
  readonly citations: readonly Citation[]
  readonly onClose: () => void
}

function SourceLinks({ citations, onClose }: SourceLinksProps) {
  return (
    <ol
      aria-label="Sources"
      className="list-none divide-y divide-subtle overflow-hidden rounded-control border border-default"
    >
      {citations.map((citation) => (
        <li key={citation.number}>
          <Link
            to={passageAddress(citation)}
            onClick={onClose}
            className="flex items-center gap-2.5 px-2.5 py-1.5 text-13 -outline-offset-2 hover:bg-hover"
          >
            <span className={citationClass}>{citation.number}</span>
            <span className="flex min-w-0 flex-1 items-baseline gap-x-2.5 max-sm:flex-col">
              <bdi className="min-w-0 max-w-full truncate sm:flex-1">{citation.title}</bdi>
              <bdi className="max-w-full truncate text-12 text-tertiary sm:max-w-[45%] sm:shrink-0">
                {citation.headingPath.at(-1)}
              </bdi>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
