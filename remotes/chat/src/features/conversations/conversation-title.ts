import type { Conversation } from '@portal/contracts/conversations'

/** A conversation's name; the specified words where it has none (product §2). */
export function conversationTitle({ title }: Pick<Conversation, 'title'>): string {
  return title ?? 'Untitled Conversation'
}
