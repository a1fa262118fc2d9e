import { type CommentThread, commentsApi } from '@portal/contracts/comments'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useCan } from '@portal/remote-kit/session'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { createContext, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import type { PassageTexts } from './passage-texts.ts'
import { type CommentedVersion, isOpenThread, useThreads } from './queries.ts'
import type { Passage, QuoteOf } from './selected-passage.ts'

export type Commenting = ReturnType<typeof useCommenting>

/** What a paragraph needs to know of the comments on its version. */
export interface PassageActs {
  /** The threads that are not resolved. */
  readonly open: readonly CommentThread[]
  readonly quoteOf: QuoteOf
  /** Where the page has no text of the whole version: it collects that of its paragraphs. */
  readonly register?: PassageTexts['register'] | undefined
  readonly showThread: (thread: Pick<CommentThread, 'id'>) => void
  readonly begin: (passage: Passage) => void
}

/** Null where the person may see no comments. */
export const CommentingContext = createContext<PassageActs | null>(null)
export const usePassageActs = (): PassageActs | null => useContext(CommentingContext)

export interface CommentingOptions extends Pick<PassageActs, 'quoteOf' | 'register'> {
  readonly version: CommentedVersion
  readonly mayComment: boolean
}

/**
 * The state of a version's comments. The address keeps whether they are shown and which thread, so
 * that a link restores it and Back closes them (decision 79).
 */
export function useCommenting({ version, quoteOf, register, ...options }: CommentingOptions) {
  const mayRead = useCan(commentsApi.listComments)
  const mayComment = options.mayComment && mayRead
  const query = useThreads(version, mayComment)
  const [params, setParams] = useSearchParams()
  const [draft, setDraft] = useState<Passage | null>(null)
  /** What is typed, so that closing the comments loses nothing. */
  const draftText = useRef('')
  /** Replies that are being typed, by thread. */
  const [replies] = useState(() => new Map<string, string>())
  /** Corrections that are being typed, by comment; only those that change it. */
  const [edits] = useState(() => new Map<string, string>())
  useUnsavedText(
    () => edits.size > 0 || [draftText.current, ...replies.values()].some((text) => text.trim() !== ''),
  )
  const inAddress = params.get('comments')
  const acts = useMemo(() => {
    const show = (what: string | null) => {
      if (what === inAddress) return
      const next = new URLSearchParams(params)
      if (what === null) next.delete('comments')
      else next.set('comments', what)
      setParams(next, { replace: inAddress !== null })
    }
    return {
      showAll: () => show('all'),
      showThread: ({ id }: Pick<CommentThread, 'id'>) => show(id),
      close: () => show(null),
      begin: (passage: Passage) => {
        setDraft(passage)
        show('all')
      },
      discard: () => {
        draftText.current = ''
        setDraft(null)
      },
    }
  }, [inAddress, params, setParams])
  const threads = query.data ?? none
  const open = useMemo(() => threads.filter(isOpenThread), [threads])
  const { showThread, begin } = acts
  const passageActs = useMemo(
    (): PassageActs | null => (mayComment ? { open, quoteOf, register, showThread, begin } : null),
    [mayComment, open, quoteOf, register, showThread, begin],
  )
  return {
    ...acts,
    ...{ version, mayComment, query, threads, open, quoteOf, draft, replies, edits, passageActs },
    draftText: draftText as RefObject<string>,
    isShown: mayComment && inAddress !== null,
    current: threads.find(({ id }) => id === inAddress) ?? null,
    /** Goes to the next open thread, or the previous one; after the last one follows the first. */
    step: (by: 1 | -1) => {
      const at = open.findIndex(({ id }) => id === inAddress)
      const next = open[((at === -1 && by === -1 ? 0 : at) + by + open.length) % open.length]
      if (next) showThread(next)
    },
  }
}

const none: readonly CommentThread[] = []
