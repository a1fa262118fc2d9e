import { RequestError } from '@portal/contracts/client'
import { failureText } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { ErrorPanel } from '@portal/ui/error-panel'
import { Skeleton } from '@portal/ui/skeleton'
import { Spinner } from '@portal/ui/spinner'
import { CircleAlert, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { AnswerMessage } from './answer-message.tsx'
import { EmptyThread } from './empty-thread.tsx'
import { failureSentence, type OpenQuestion, type ThreadState } from './use-thread.ts'

export interface ThreadProps {
  readonly thread: ThreadState
  readonly cited: CitedPassage
  /** Puts the beginning of a question into the composer. */
  readonly onSuggest: (text: string) => void
}

/** Questions and answers, oldest first, kept at the newest. */
export function Thread({ thread, cited, onSuggest }: ThreadProps) {
  const end = useRef<HTMLDivElement>(null)
  const { messages, openQuestion } = thread
  const newest = `${messages.length}/${openQuestion?.question ?? ''}/${openQuestion?.hasFailed ?? ''}`
  useEffect(() => {
    if (messages.length > 0 || openQuestion) end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  const isEmpty = messages.length === 0 && !openQuestion && !thread.isLoading && !thread.loadError
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-prose flex-col gap-5 px-gutter py-6" aria-live="polite">
        {thread.isLoading && <ThreadSkeleton />}
        {thread.loadError && <LoadFailure error={thread.loadError} onRetry={thread.reload} />}
        {isEmpty && <EmptyThread onSuggest={onSuggest} />}
        {messages.map((message) =>
          message.role === 'user' ? (
            <Question key={message.id} text={message.content} />
          ) : (
            <AnswerMessage key={message.id} message={message} cited={cited} />
          ),
        )}
        {openQuestion && (
          <Unanswered open={openQuestion} onRetry={() => void thread.ask(openQuestion.question)} />
        )}
        <div ref={end} />
      </div>
    </div>
  )
}

function Question({ text }: { readonly text: string }) {
  return (
    <p
      dir="auto"
      className="max-w-[85%] self-end whitespace-pre-wrap rounded-card bg-active px-3.5 py-2.5 text-14 leading-prose"
    >
      {text}
    </p>
  )
}

function Unanswered({ open, onRetry }: { readonly open: OpenQuestion; readonly onRetry: () => void }) {
  return (
    <>
      <Question text={open.question} />
      {open.hasFailed ? (
        <div
          className="flex flex-col items-start gap-2 rounded-card border border-danger-border bg-danger-subtle p-3"
          role="alert"
        >
          <p className="flex items-start gap-2 text-14 text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {failureSentence}
          </p>
          <Button size="sm" onClick={onRetry}>
            <RotateCw aria-hidden="true" className="size-3.5" />
            Try again
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-2 text-14 text-secondary" role="status">
          <Spinner />
          AI is thinking...
        </p>
      )}
    </>
  )
}

function LoadFailure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <ErrorPanel
      title="The conversation could not be loaded"
      message={failureText(error, 'Check your connection and try again.')}
      requestId={error instanceof RequestError ? (error.requestId ?? undefined) : undefined}
      onRetry={onRetry}
    />
  )
}

function ThreadSkeleton() {
  return (
    <div className="flex flex-col gap-5" role="status" aria-label="Loading the conversation">
      <Skeleton className="h-10 w-2/3 self-end" />
      <Skeleton className="h-32" />
    </div>
  )
}
