import type { Comment, CommentThread } from '@portal/contracts/comments'

const idOf = (n: number) => `0190b6c1-0000-7000-b000-${String(n).padStart(12, '0')}`

/** The n-th comment, by a colleague who approves. */
export function fixedComment(n: number, changes: Partial<Comment> = {}): Comment {
  return {
    id: idOf(n),
    authorId: 'colleague',
    as: 'approver',
    text: `Remark ${n}.`,
    createdAt: '2026-01-16T10:20:00.000Z',
    editedAt: null,
    deletedAt: null,
    ...changes,
  }
}

/** A thread of the n-th comment alone, on this passage of a text. */
export function fixedThread(
  n: number,
  { text, quote }: { readonly text: string; readonly quote: string },
  changes: Partial<CommentThread> = {},
): CommentThread {
  const start = text.indexOf(quote)
  return {
    id: idOf(n),
    start,
    end: start + quote.length,
    quote,
    resolvedAt: null,
    resolvedBy: null,
    comments: [fixedComment(n)],
    ...changes,
  }
}
