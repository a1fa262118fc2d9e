import type { CommentThread } from '@portal/contracts/comments'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { useEffect, useId, useRef, useState } from 'react'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { type CommentedVersion, paramsOf, useReply, useResolving } from './queries.ts'

export interface ThreadCardProps {
  readonly version: CommentedVersion
  readonly thread: CommentThread
  /** Where what is typed outlives the card, by thread. */
  readonly replies: Map<string, string>
  /** The same of corrections, by comment. */
  readonly edits: Map<string, string>
  /** The thread that one has gone to: it is brought into view and focused. */
  readonly isCurrent: boolean
  readonly onShow: () => void
}

/** A passage with what was said about it. */
export function ThreadCard(props: ThreadCardProps) {
  const { version, thread, replies, edits, isCurrent, onShow } = props
  const quoteId = useId()
  const card = useRef<HTMLElement>(null)
  const { isBusy, resolve, reopen } = useResolving(version)
  const [reply, setReply] = useState<string | null>(replies.get(thread.id) ?? null)
  const change = (text: string | null) => {
    setReply(text)
    if (text === null) replies.delete(thread.id)
    else replies.set(thread.id, text)
  }
  const sending = useReply(version, () => change(null))
  const isResolved = thread.resolvedAt !== null
  useEffect(() => {
    if (!isCurrent) return
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus({ preventScroll: true })
  }, [isCurrent])
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={quoteId}
      className={classNames(
        'flex flex-col gap-3 rounded-card border bg-panel p-3 outline-none',
        isCurrent ? 'border-accent shadow-xs' : 'border-default',
      )}
    >
      <button
        type="button"
        id={quoteId}
        title="Show in the text"
        className="line-clamp-3 border-(--mark-edge) border-l-3 pl-2 text-left text-12 text-secondary [unicode-bidi:plaintext] hover:text-primary"
        onClick={onShow}
      >
        {thread.quote}
      </button>
      {thread.comments.map((comment) => (
        <CommentItem key={comment.id} {...{ version, comment, edits }} />
      ))}
      {reply !== null && !isResolved ? (
        <CommentForm
          label="Your reply"
          submitLabel="Reply"
          value={reply}
          onChange={change}
          isBusy={sending.isPending}
          onSubmit={() =>
            sending.mutate({
              params: { ...paramsOf(version), commentId: thread.id },
              body: { text: reply },
            })
          }
          onCancel={() => change(null)}
        />
      ) : (
        <div className="flex gap-2">
          {!isResolved && (
            <Button size="sm" aria-describedby={quoteId} onClick={() => change('')}>
              Reply
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            busy={isBusy}
            aria-describedby={quoteId}
            onClick={() => (isResolved ? reopen(thread.id) : resolve(thread.id))}
          >
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
        </div>
      )}
    </article>
  )
}
