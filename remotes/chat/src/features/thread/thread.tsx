import type { ChatMessage } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useIsOff } from '@portal/remote-kit/session'
import { Button, buttonClass } from '@portal/ui/button'
import { EmptyState } from '@portal/ui/empty-state'
import { Skeleton } from '@portal/ui/skeleton'
import { MessageSquareOff, MessageSquareText } from 'lucide-react'
import { Fragment, type RefObject, useLayoutEffect, useRef } from 'react'
import { AnswerMessage } from '../answer/answer-message.tsx'
import type { CitedPassage } from '../evidence/use-cited-passage.ts'
import { RateAnswer } from '../rating/rate-answer.tsx'
import { SinceThen } from '../since/since-then.tsx'
import { VerifiedCard } from '../verified/verified-card.tsx'
import { VerifyAnswer } from '../verified/verify-answer.tsx'
import { Suggestions } from './suggestions.tsx'
import { Question, Unanswered } from './unanswered.tsx'
import type { ThreadState } from './use-thread.ts'

interface ThreadProps {
  readonly thread: ThreadState
  readonly cited: CitedPassage
  /** Puts a question into the composer. */
  readonly onSuggest: (text: string) => void
}

/** Questions and answers, oldest first. New ones are announced; earlier ones are not read out. */
export function Thread({ thread, cited, onSuggest }: ThreadProps) {
  const list = useRef<HTMLDivElement>(null)
  const { messages, openQuestion, isLoading, failedRead, isLive } = thread
  useThreadScroll(list, thread, cited.messageId)
  const isEmpty = messages.length === 0 && !openQuestion && !isLoading && !failedRead
  return (
    <section
      ref={list}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      aria-label="Messages"
      className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2 print:overflow-visible"
    >
      <div
        role="log"
        aria-live={isLive ? 'polite' : 'off'}
        className="mx-auto flex min-h-full w-full max-w-182 flex-col gap-5 px-gutter py-5 print:block print:max-w-none print:space-y-5"
      >
        {isLoading && <ThreadSkeleton />}
        <LoadFailure {...thread} />
        {isEmpty && <EmptyThread onSuggest={onSuggest} />}
        {messages.map((message, at) =>
          message.role === 'user' ? (
            <Question key={message.id} text={message.content} />
          ) : (
            <Fragment key={message.id}>
              {message.verified && <VerifiedCard verified={message.verified} />}
              <AnswerMessage message={message} cited={cited} onAskAgain={askAgain(thread, messages, at)} />
              <AfterAnswer message={message} question={messages[at - 1]?.content ?? ''} />
            </Fragment>
          ),
        )}
        {openQuestion && (
          <Unanswered open={openQuestion} onRetry={() => void thread.ask(openQuestion.question)} />
        )}
      </div>
    </section>
  )
}

interface AfterAnswerProps {
  readonly message: ChatMessage
  /** What was asked. */
  readonly question: string
}

/** Below an answer: warnings about its sources, its rating, and the act of verifying it. */
function AfterAnswer({ message, question }: AfterAnswerProps) {
  return (
    <div className="-mt-2 flex flex-col items-start gap-2">
      <SinceThen message={message} />
      <div className="flex w-full flex-wrap items-start justify-between gap-x-4 gap-y-2 print:hidden">
        <RateAnswer message={message} />
        <VerifyAnswer message={message} question={question} />
      </div>
    </div>
  )
}

function askAgain(thread: ThreadState, messages: readonly ChatMessage[], at: number) {
  const question = messages[at - 1]
  if (at !== messages.length - 1 || question?.role !== 'user' || thread.openQuestion) return undefined
  return () => void thread.ask(question.content)
}

function EmptyThread({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  const isOff = useIsOff()('assistant')
  if (isOff)
    return (
      <div className="my-auto">
        <EmptyState
          icon={<MessageSquareOff />}
          title="No questions for now"
          description="Policies are in the library, and what waits for you has its own pages."
          action={
            <Link to="/documents" className={buttonClass()}>
              Open the library
            </Link>
          }
        />
      </div>
    )
  return (
    <div className="my-auto flex flex-col items-center gap-3 py-6 text-center">
      <span className="grid size-10 place-items-center rounded-card bg-accent-subtle text-accent-text">
        <MessageSquareText className="size-5" />
      </span>
      <h3 className="font-semibold text-20">What do you need to know?</h3>
      <p className="text-secondary leading-prose">
        Ask in your own words. Every sentence of the answer names the passage that it stands on.
      </p>
      <Suggestions onSuggest={onSuggest} />
    </div>
  )
}

/** A conversation that could not be read: missing or foreign, or a failure that may pass. */
function LoadFailure({ failedRead, startNew }: Pick<ThreadState, 'failedRead' | 'startNew'>) {
  if (!failedRead) return null
  const status = failedRead.error instanceof RequestError ? failedRead.error.status : null
  if (status !== 404 && status !== 400)
    return <ReadFailure title="The conversation could not be loaded" query={failedRead} />
  return (
    <EmptyState
      icon={<MessageSquareOff />}
      title="This conversation is not available"
      description="It may have been deleted, or the link belongs to someone else."
      action={<Button onClick={startNew}>New conversation</Button>}
    />
  )
}

function ThreadSkeleton() {
  return (
    <div className="flex flex-col gap-5" role="status" aria-label="Loading the conversation">
      <span className="self-end">
        <Skeleton className="h-10 w-64 max-w-full rounded-card" />
      </span>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-24 rounded-card" />
    </div>
  )
}

const marginPx = 16

/**
 * Scrolls to the end when a question is sent; to the last question when its answer arrives or the
 * thread opens, so that reading starts at its beginning; to the answer whose source is open.
 */
function useThreadScroll(
  list: RefObject<HTMLElement | null>,
  thread: Pick<ThreadState, 'messages' | 'openQuestion' | 'threadKey'>,
  citedMessage: string | null,
): void {
  const { messages, openQuestion, threadKey } = thread
  const wasOpen = useRef(false)
  const opened = useRef(citedMessage)
  const isOpen = openQuestion !== null
  const hasFailed = openQuestion?.hasFailed ?? false
  // These are the moments at which the thread moves.
  useLayoutEffect(() => {
    const area = list.current
    if (!area) return
    if (isOpen) area.scrollTop = area.scrollHeight
    else if (opened.current && !wasOpen.current)
      scrollTo(area, area.querySelector(`[data-message="${CSS.escape(opened.current)}"]`))
    else scrollTo(area, [...area.querySelectorAll('[data-question]')].at(-1))
    wasOpen.current = isOpen
    if (messages.length > 0) opened.current = null
  }, [threadKey, messages.length, isOpen, hasFailed])
}

function scrollTo(area: HTMLElement, element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  area.scrollTop = element.offsetTop - marginPx
}
