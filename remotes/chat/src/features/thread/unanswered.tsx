import { StreamedAnswer } from '@portal/remote-kit/streamed-answer'
import { Button } from '@portal/ui/button'
import { CopyButton } from '@portal/ui/copy-button'
import { Spinner } from '@portal/ui/spinner'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { AnswerText } from '../answer/answer-text.tsx'
import type { OpenQuestion } from './use-asking.ts'

/**
 * A pending or failed question; a failure looks like an assistant message, is not stored, and can
 * be retried (product §8, decision 34).
 */
export function Unanswered({ open, onRetry }: { readonly open: OpenQuestion; readonly onRetry: () => void }) {
  return (
    <>
      <Question text={open.question} />
      {open.hasFailed ? (
        <article
          aria-label="Answer"
          className="flex flex-col items-start gap-3 rounded-card border border-danger-border bg-danger-subtle p-4"
        >
          <p className="flex flex-wrap items-center gap-x-1.5 text-13">
            <TriangleAlert className="size-4 text-danger-text" />
            <strong className="font-semibold text-danger-text">Not answered</strong>
          </p>
          <p className="text-14 leading-prose">
            Sorry, there was an error processing your message. Please try again.
          </p>
          {open.requestId && (
            <p className="flex max-w-full items-center gap-1 text-12 text-secondary">
              Request <code className="min-w-0 truncate font-mono">{open.requestId}</code>
              <CopyButton value={open.requestId} label="Copy request id" />
            </p>
          )}
          <Button size="sm" onClick={onRetry}>
            <RotateCw className="size-3.5" />
            Retry
          </Button>
        </article>
      ) : (
        <>
          <StreamedAnswer {...open}>
            <AnswerText content={open.text} citations={open.citations} />
          </StreamedAnswer>
          <p className="flex items-center gap-2 text-13 text-secondary">
            <Spinner />
            AI is thinking...
          </p>
        </>
      )}
    </>
  )
}

export function Question({ text }: { readonly text: string }) {
  return (
    <p
      data-question=""
      dir="auto"
      className="max-w-[85%] self-end whitespace-pre-wrap rounded-card bg-active px-3.5 py-2 text-14 leading-prose"
    >
      <span className="sr-only">You asked: </span>
      {text}
    </p>
  )
}
