import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, ilike, or, type SQL, sql } from 'drizzle-orm'
import { conversations, messages } from '../schema.ts'

/** More words than these narrow nothing and cost a scan each. */
const wordsMax = 8
/** How much of a message is shown around a word, in characters before it and in all. */
const excerpt = { before: 40, length: 160 }

/** The distinct words of a search text; none for a blank one. */
export function wordsOf(text = ''): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return [...new Set(words)].slice(0, wordsMax)
}

/** Conversations that have every word, in the title or in a message; all of them without words. */
export function havingWords(db: TransactionHandle, words: readonly string[]): SQL | undefined {
  return and(
    ...words.map((word) => {
      const saying = own(messages, conversations, ofConversation, ilike(messages.content, pattern(word)))
      const inMessage = db.select({ one: sql`1` }).from(messages).where(saying)
      return or(ilike(conversations.title, pattern(word)), exists(inMessage))
    }),
  )
}

/** A column: the words around the first search word in the first message that has it, else null. */
export function excerptWith([word]: readonly string[]): SQL<string | null> {
  if (word === undefined) return sql<null>`null`
  const { content } = messages
  const start = sql`greatest(1, position(${word} in lower(${content})) - ${excerpt.before})`
  const saying = own(messages, conversations, ofConversation, ilike(content, pattern(word)))
  return sql<string | null>`(
    select regexp_replace(substring(${content} from (${start})::int for ${excerpt.length}), '\\s+', ' ', 'g')
    from ${messages} where ${saying} order by ${messages.id} limit 1)`
}

const ofConversation = eq(messages.conversationId, conversations.id)

function pattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}
