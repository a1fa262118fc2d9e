import { z } from 'zod'
import { event, events } from './events.ts'
import { route } from './route.ts'
import { commentLengthMax, VersionPath } from './versions.ts'

/** The most comments on one version, replies included. */
export const commentsMax = 1000
/** Of which one person may write so many. */
export const commentsOfPersonMax = 400
/** The longest passage that a comment may be about, in UTF-16 units. */
export const commentedLengthMax = 2000

/** What somebody has to do with a version whose comments they may write (decision 75). */
export const Commenter = z.enum(['author', 'owner', 'approver', 'steward'])
export type Commenter = z.infer<typeof Commenter>

/** A comment: text, never markup. `as`: null for somebody who has left. A deleted one is empty. */
export const Comment = z.object({
  id: z.uuid(),
  authorId: z.string(),
  as: Commenter.nullable(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
})
export type Comment = z.infer<typeof Comment>

const offset = z.number().int().min(0)

/**
 * A passage of a version's text with the comments on it, oldest first. `start` and `end` are UTF-16
 * units; `quote` is the text between them. Its id is that of its first comment.
 */
export const CommentThread = z.object({
  id: z.uuid(),
  start: offset,
  end: offset,
  quote: z.string(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
  comments: z.array(Comment),
})
export type CommentThread = z.infer<typeof CommentThread>

const unwanted = /[^\P{Cc}\n\t]|\p{Cs}/u

/** What is written; line breaks are kept. */
export const CommentText = z.object({
  text: z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'Please write a comment.')
        .max(commentLengthMax, `A comment must be at most ${commentLengthMax} characters.`)
        .refine((text) => !unwanted.test(text), 'A comment must not contain hidden control characters.'),
    ),
})

/** A comment on a passage; the server compares `quote` with the version's text. */
export const NewComment = CommentText.extend({
  start: offset,
  end: offset,
  quote: z
    .string()
    .min(1, 'Choose the passage that you comment on.')
    .max(commentedLengthMax, `A commented passage must be at most ${commentedLengthMax} characters.`),
})

const CommentPath = VersionPath.extend({ commentId: z.uuid() })
const comments = '/api/documents/{id}/versions/{versionId}/comments'

/** Routes for comments on passages of versions, served by documents. */
export const commentsApi = {
  listComments: route('GET', comments, {
    can: 'comment:read',
    summary: "The threads on a version's passages, in the order of its text",
    params: VersionPath,
    returns: z.array(CommentThread),
  }),
  addComment: route('POST', comments, {
    can: 'comment:write',
    summary: 'Comment on a passage of a version',
    params: VersionPath,
    body: NewComment,
    returns: CommentThread,
    status: 201,
  }),
  replyToComment: route('POST', `${comments}/{commentId}/replies`, {
    can: 'comment:write',
    summary: 'Answer in a thread, named by its first comment',
    params: CommentPath,
    body: CommentText,
    returns: CommentThread,
    status: 201,
  }),
  editComment: route('PATCH', `${comments}/{commentId}`, {
    can: 'comment:write',
    summary: "Change one's own comment",
    params: CommentPath,
    body: CommentText,
    returns: CommentThread,
  }),
  deleteComment: route('DELETE', `${comments}/{commentId}`, {
    can: 'comment:write',
    summary: "Delete one's own comment; that there was one stays visible",
    params: CommentPath,
    returns: CommentThread,
  }),
  resolveComment: route('POST', `${comments}/{commentId}/resolve`, {
    can: 'comment:write',
    summary: 'Mark a thread, named by its first comment, as resolved',
    params: CommentPath,
    returns: CommentThread,
  }),
  reopenComment: route('POST', `${comments}/{commentId}/reopen`, {
    can: 'comment:write',
    summary: 'Open a resolved thread again',
    params: CommentPath,
    returns: CommentThread,
  }),
} as const

const ofComment = { documentId: z.uuid(), versionId: z.uuid(), commentId: z.uuid() }

/** Events of comments; their subject is the document. They hold no text. */
export const commentsEvents = events('documents', {
  /** `threadId` is the comment's own id for the first one of a thread. */
  commentAdded: event('comment.added', 1, {
    ...ofComment,
    threadId: z.uuid(),
    version: z.number().int(),
  }),
  commentEdited: event('comment.edited', 1, ofComment),
  commentDeleted: event('comment.deleted', 1, ofComment),
  commentResolved: event('comment.resolved', 1, ofComment),
  commentReopened: event('comment.reopened', 1, ofComment),
})
