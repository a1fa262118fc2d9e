import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { roleCan } from '@portal/contracts/permissions'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { arrayOverlaps, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { closings } from '../learned/closings-schema.ts'
import type { Context } from '../ports.ts'
import { messages } from '../schema.ts'

/** What stands in place of an answer of which nothing may be shown any more. */
export const withheldText =
  'What this answer rested on is not in force or not open to you any more. Ask again to get an answer from what is.'

/**
 * Messages without the words of documents that were deleted, put out of force or closed to the
 * reader since: a conversation that is read again shows no more than a new question would.
 */
export async function withholdClosed(
  db: TransactionHandle,
  ctx: Context,
  shown: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  const closed = await closedDocuments(db, ctx, shown.flatMap(quotedDocuments))
  return shown.map((message) => withoutThese(message, closed))
}

/** The message itself where none of them are its. */
function withoutThese(message: ChatMessage, closed: ReadonlySet<string>): ChatMessage {
  if (!quotedDocuments(message).some((id) => closed.has(id))) return message
  const { verified: _, closest: __, nearest: ___, ...rest } = message
  return { ...rest, ...withoutDocuments(message, closed) }
}

/** Those of these documents that are closed to the reader now. */
export async function closedDocuments(
  db: TransactionHandle,
  ctx: Context,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (documentIds.length === 0) return new Set()
  const asked = inArray(closings.documentId, [...new Set(documentIds)])
  const rows = await db
    .select({ documentId: closings.documentId })
    .from(closings)
    .where(own(closings, ctx, asked, isClosedTo(ctx)))
  return new Set(rows.map(({ documentId }) => documentId))
}

/** A condition on messages: they quote no document that is closed to the reader now. */
export function quotesNothingClosed(ctx: Context): SQL {
  const ofQuoted = sql`${closings.documentId} = (quoted ->> 'documentId')::uuid`
  return sql`not exists (select from jsonb_array_elements(${messages.citations}) quoted
    inner join ${closings} on ${own(closings, ctx, ofQuoted, isClosedTo(ctx))})`
}

/** What an answer quotes and names; all of it is of documents. */
export type Quoting = Pick<ChatMessage, 'content' | 'citations' | 'closest' | 'nearest' | 'verified'>

/** The ids of the documents whose words or titles an answer has. */
export function quotedDocuments({ citations, closest = [], nearest = [], verified }: Quoting): string[] {
  const quoted = [...citations, ...closest, ...nearest, ...(verified?.citations ?? [])]
  return quoted.map(({ documentId }) => documentId)
}

/** As documents decides for retrieval: nobody is quoted what is out of force (decision 21). */
function isClosedTo({ role, departments }: Context): SQL | undefined {
  const { isDeleted, isActive, visibleTo } = closings
  const isRestricted = sql`cardinality(${visibleTo}) > 0`
  const isElsewhere =
    departments.length === 0
      ? isRestricted
      : sql`${isRestricted} and ${not(arrayOverlaps(visibleTo, [...departments]))}`
  const restriction = roleCan(role, 'document:read-any-department') ? undefined : isElsewhere
  return or(sql`${isDeleted}`, sql`not ${isActive}`, restriction)
}

/** What an answer quotes and names without these documents, and without what rests on them. */
export function withoutDocuments(quoting: Quoting, closed: ReadonlySet<string>): Quoting {
  const { verified, closest, nearest } = quoting
  const isOpen = ({ documentId }: { readonly documentId: string }) => !closed.has(documentId)
  const citations = quoting.citations.filter(isOpen)
  return {
    citations,
    content: citations.length === quoting.citations.length ? quoting.content : contentOn(quoting, citations),
    ...(verified?.citations.every(isOpen) && { verified }),
    ...(closest && { closest: closest.filter(isOpen) }),
    ...(nearest && { nearest: nearest.filter(isOpen) }),
  }
}

/** The paragraphs that rest on these citations alone. */
function contentOn({ content }: Quoting, citations: readonly Citation[]): string {
  const numbers = new Set(citations.map(({ number }) => number))
  const paragraphs = content.split('\n\n').filter((paragraph) => restsOn(paragraph, numbers))
  return paragraphs.length === 0 ? withheldText : paragraphs.join('\n\n')
}

/** A paragraph ends with the marks of what it rests on; of those, every one must be open. */
function restsOn(paragraph: string, open: ReadonlySet<number>): boolean {
  const marks = [...paragraph.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits))
  return marks.length > 0 && marks.every((number) => open.has(number))
}
