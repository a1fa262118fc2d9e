import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { roleCan } from '@portal/contracts/permissions'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { arrayOverlaps, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { closings } from '../learned/closings-schema.ts'
import type { Context } from '../ports.ts'

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
  messages: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  const cited = [...new Set(messages.flatMap(quotedIn).map(({ documentId }) => documentId))]
  if (cited.length === 0) return [...messages]
  const rows = await db
    .select({ documentId: closings.documentId })
    .from(closings)
    .where(own(closings, ctx, inArray(closings.documentId, cited), isClosedTo(ctx)))
  const closed = new Set(rows.map(({ documentId }) => documentId))
  return closed.size === 0 ? [...messages] : messages.map((message) => withoutThese(message, closed))
}

function quotedIn({ citations, closest = [], verified }: ChatMessage): Citation[] {
  return [...citations, ...closest, ...(verified?.citations ?? [])]
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

function withoutThese(message: ChatMessage, closed: ReadonlySet<string>): ChatMessage {
  const isOpen = ({ documentId }: { readonly documentId: string }) => !closed.has(documentId)
  const { verified, closest, nearest, ...rest } = message
  const shown = {
    ...rest,
    ...(verified?.citations.every(isOpen) && { verified }),
    ...(closest && { closest: closest.filter(isOpen) }),
    ...(nearest && { nearest: nearest.filter(isOpen) }),
  }
  if (message.citations.every(isOpen)) return shown
  const citations = message.citations.filter(isOpen)
  const numbers = new Set(citations.map(({ number }) => number))
  const paragraphs = message.content.split('\n\n').filter((paragraph) => restsOn(paragraph, numbers))
  return { ...shown, citations, content: paragraphs.length === 0 ? withheldText : paragraphs.join('\n\n') }
}

/** A paragraph ends with the marks of what it rests on; of those, every one must be open. */
function restsOn(paragraph: string, open: ReadonlySet<number>): boolean {
  const marks = [...paragraph.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits))
  return marks.length > 0 && marks.every((number) => open.has(number))
}
