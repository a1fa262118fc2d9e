import { commentsMax, commentsOfPersonMax } from '@portal/contracts/comments'
import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { WorkQueue } from '@portal/service-kit/work-queue'
import { count, eq, sql } from 'drizzle-orm'
import { ofVersion as versionData } from '../lifecycle/lock-document.ts'
import type { Context, Verb } from '../ports.ts'
import { versionTexts } from '../schema.ts'
import { commentAudience } from './comment-audience.ts'
import { comments } from './comments-schema.ts'
import { type Commented, type CommentRow, inComments, inThread } from './in-thread.ts'
import { commentableVersion } from './list-comments.ts'

/** Each holds the text of a version, of up to twelve megabytes, for a moment. */
const lookups = new WorkQueue(2)

/** The text never changes, so that it is looked at before the document is locked. */
export const addComment: Verb<typeof documentsApi.addComment> = async (ctx, { params, body }) => {
  await lookups.run(() => assertQuoted(ctx, params, body), ctx.signal)
  return inComments(ctx, params, (commented) => insertComment(ctx, commented, { ...body, threadId: null }))
}

export const replyToComment: Verb<typeof documentsApi.replyToComment> = (ctx, { params, body }) =>
  inThread(ctx, params, (thread, commented) =>
    insertComment(ctx, commented, { ...body, threadId: thread.id }),
  )

/** A comment is bound to words that are in the version, as a citation is. */
async function assertQuoted(
  ctx: Context,
  params: { readonly id: string; readonly versionId: string },
  { start, end, quote }: { readonly start: number; readonly end: number; readonly quote: string },
): Promise<void> {
  const { version, stored } = await ctx.tx(async (db) => {
    const { version } = await commentableVersion(db, ctx, params)
    const ofVersion = own(versionTexts, ctx, eq(versionTexts.versionId, version.id))
    const [stored] = await db.select({ text: versionTexts.text }).from(versionTexts).where(ofVersion)
    return { version, stored }
  })
  if (!stored)
    throw new CodedError(
      'conflict',
      version.ingestionState === 'failed'
        ? 'This version has no text to comment on, because its file could not be read.'
        : 'This version is still being read. It can be commented on in a moment.',
    )
  if (quote.trim() !== '' && stored.text.slice(start, end) === quote) return
  const message = 'The chosen passage is not in the text of this version.'
  throw new CodedError('invalid_request', message, { fields: { quote: message } })
}

type Written = Pick<CommentRow, 'text' | 'threadId'> & Partial<Pick<CommentRow, 'start' | 'end' | 'quote'>>

async function insertComment(ctx: Context, commented: Commented, written: Written): Promise<string> {
  const { step, document, version } = commented
  const { organizationId } = step
  await assertRoom(ctx, commented)
  const id = uuidV7()
  const { threadId: answered, text, start, end, quote } = written
  const position = { threadId: answered, start, end, quote }
  const of = { organizationId, id, versionId: version.id, authorId: ctx.personId }
  await step.db.insert(comments).values({ ...of, ...position, text })
  const threadId = answered ?? id
  await step.emit(documentsEvents.commentAdded, {
    subject: document.id,
    data: { ...versionData(version, document), commentId: id, threadId },
    audience: await commentAudience(commented, { threadId, by: ctx.personId }),
  })
  return threadId
}

/** One person alone cannot keep the others from writing. */
async function assertRoom(ctx: Context, { step, version }: Commented): Promise<void> {
  const ofVersion = own(comments, step, eq(comments.versionId, version.id))
  const isOwn = sql<number>`count(*) filter (where ${eq(comments.authorId, ctx.personId)})`
  const counts = { all: count(), own: isOwn.mapWith(Number) }
  const [counted] = await step.db.select(counts).from(comments).where(ofVersion)
  if ((counted?.all ?? 0) >= commentsMax)
    throw new CodedError('conflict', `A version can have at most ${commentsMax} comments.`)
  if ((counted?.own ?? 0) >= commentsOfPersonMax)
    throw new CodedError(
      'conflict',
      `A person can write at most ${commentsOfPersonMax} comments on a version.`,
    )
}
