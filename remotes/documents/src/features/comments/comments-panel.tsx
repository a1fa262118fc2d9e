import type { CommentThread } from '@portal/contracts/comments'
import { commentedLengthMax } from '@portal/contracts/comments'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { FoldMark, foldLineClass } from '@portal/ui/fold-mark'
import { IconButton } from '@portal/ui/icon-button'
import { Sheet } from '@portal/ui/sheet'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { useIsWide } from '@portal/ui/use-is-wide'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CommentForm } from './comment-form.tsx'
import type { Commenting } from './commenting.ts'
import { paramsOf, useAddComment } from './queries.ts'
import { ThreadCard } from './thread-card.tsx'

/** From this width on, comments have a column of their own beside the text. */
const commentsColumnPx = 1360
export const useHasCommentsColumn = () => useIsWide(commentsColumnPx)

export interface CommentsPanelProps {
  readonly commenting: Commenting
  /** Brings a thread's passage into view. */
  readonly onShow: (thread: CommentThread) => void
  /** Said where nothing can be commented on as the page is now. */
  readonly note?: ReactNode
}

/** The comments of a version: a column beside the text, on smaller windows a drawer over it. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { commenting, onShow } = props
  const { current } = commenting
  const isWide = useHasCommentsColumn()
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!isWide || !current || shown.current === current.id) return
    shown.current = current.id
    onShow(current)
  }, [isWide, current, onShow])
  if (!commenting.isShown) return null
  if (!isWide)
    return (
      <Sheet open isInAddress onOpenChange={(isOpen) => !isOpen && commenting.close()} title="Comments">
        <div className="flex flex-col gap-3 p-4">
          <ThreadSteps commenting={commenting} />
          <Threads
            {...props}
            onShow={(thread) => {
              commenting.close()
              onShow(thread)
            }}
          />
        </div>
      </Sheet>
    )
  return (
    <aside
      aria-label="Comments"
      className="sticky top-[calc(var(--topbar-height)+1rem)] flex max-h-[calc(100dvh-var(--topbar-height)-2rem)] flex-col gap-3 self-start overflow-y-auto p-1"
    >
      <div className="flex items-center gap-2">
        <h2 className="font-semibold text-14">Comments</h2>
        <ThreadSteps commenting={commenting} />
        <IconButton
          size="sm"
          label="Close comments"
          icon={<X className="size-4" />}
          onClick={commenting.close}
        />
      </div>
      <Threads
        {...props}
        onShow={(thread) => {
          commenting.showThread(thread)
          onShow(thread)
        }}
      />
    </aside>
  )
}

/** How many threads are open, and the way from one to the next. */
function ThreadSteps({ commenting: { open, step } }: Pick<CommentsPanelProps, 'commenting'>) {
  return (
    <div className="flex flex-1 items-center gap-1">
      <p role="status" className="mr-auto text-12 text-secondary">
        {open.length} open
      </p>
      <IconButton
        size="sm"
        label="Previous open comment"
        icon={<ChevronUp className="size-4" />}
        disabled={open.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        size="sm"
        label="Next open comment"
        icon={<ChevronDown className="size-4" />}
        disabled={open.length === 0}
        onClick={() => step(1)}
      />
    </div>
  )
}

function Threads({ commenting, onShow, note }: CommentsPanelProps) {
  const { query, threads, open, draft, current, version, replies, edits } = commenting
  const closed = threads.filter((thread) => !open.includes(thread))
  const card = (thread: CommentThread) => (
    <ThreadCard
      key={thread.id}
      {...{ version, thread, replies, edits }}
      isCurrent={thread.id === current?.id}
      onShow={() => onShow(thread)}
    />
  )
  return (
    <>
      {note}
      {draft && <DraftComment key={draft.start} commenting={commenting} passage={draft} />}
      {query.isPending && (
        <SkeletonList label="Loading comments" count={2} className="flex flex-col gap-3">
          <Skeleton className="h-24 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The comments could not be loaded" query={query} />
      {query.data && threads.length === 0 && !draft && (
        <p className="text-13 text-secondary">
          Nobody has commented on this version. Select some text, or use the button beside a paragraph.
        </p>
      )}
      {open.map(card)}
      {closed.length > 0 && (
        <details className="group" open={closed.some(({ id }) => id === current?.id) || undefined}>
          <summary className={`${foldLineClass} py-1 text-13 text-secondary`}>
            <FoldMark />
            Resolved ({closed.length})
          </summary>
          <div className="mt-2 flex flex-col gap-3">{closed.map(card)}</div>
        </details>
      )}
    </>
  )
}

function DraftComment(props: {
  readonly commenting: Commenting
  readonly passage: NonNullable<Commenting['draft']>
}) {
  const { commenting, passage } = props
  const { draftText } = commenting
  const [text, setText] = useState(draftText.current)
  const { mutate, isPending } = useAddComment(commenting.version, (thread) => {
    commenting.discard()
    commenting.showThread(thread)
  })
  const isTooLong = passage.quote.length > commentedLengthMax
  return (
    <section
      aria-label="New comment"
      className="flex flex-col gap-2 rounded-card border border-accent bg-panel p-3"
    >
      <blockquote className="line-clamp-3 border-(--mark-edge) border-l-3 pl-2 text-12 text-secondary [unicode-bidi:plaintext]">
        {passage.quote}
      </blockquote>
      {isTooLong && (
        <p role="alert" className="text-12 text-danger-text">
          This passage is longer than {commentedLengthMax} characters. Please select a part of it.
        </p>
      )}
      <CommentForm
        label="Your comment"
        submitLabel="Comment"
        value={text}
        onChange={(typed) => {
          draftText.current = typed
          setText(typed)
        }}
        isBusy={isPending}
        onSubmit={() => {
          if (!isTooLong) mutate({ params: paramsOf(commenting.version), body: { ...passage, text } })
        }}
        onCancel={commenting.discard}
      />
    </section>
  )
}
