import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { answerWithout, quotedInAnswer } from '../history/withhold-answer.ts'
import { closedDocuments } from '../history/withhold-closed.ts'
import type { Context } from '../ports.ts'
import type { AnswerEvent } from './running-answer.ts'

/**
 * Events of an answer that is followed later, without the words of documents that were closed to
 * its asker meanwhile. Those that rest on one come empty, since readers count them; the last event
 * replaces them anyway.
 */
export async function withoutClosed(
  db: TransactionHandle,
  ctx: Context,
  events: readonly AnswerEvent[],
): Promise<AnswerEvent[]> {
  const closed = await closedDocuments(db, ctx, events.flatMap(documentsOf))
  return events.map((each): AnswerEvent => {
    if (!documentsOf(each).some((id) => closed.has(id))) return each
    if (each.event === 'done') return { ...each, data: answerWithout(each.data, closed) }
    if (each.event === 'text') return { ...each, data: { content: '', citations: [] } }
    if (each.event !== 'citations') return each
    const passages = each.data.passages.filter(({ documentId }) => !closed.has(documentId))
    return { ...each, data: { passages } }
  })
}

function documentsOf(each: AnswerEvent): string[] {
  if (each.event === 'citations') return each.data.passages.map(({ documentId }) => documentId)
  if (each.event === 'text') return each.data.citations.map(({ documentId }) => documentId)
  return each.event === 'done' ? quotedInAnswer(each.data) : []
}
