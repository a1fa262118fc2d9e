import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, ilike, or, type SQL, sql } from 'drizzle-orm'
import { quotesNothingClosed } from '../history/withhold-closed.ts'
import type { Context } from '../ports.ts'
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

/**
 * Conversations that have every word, in the title or in a message; all of them without words. An
 * answer that quotes what is closed to its asker now is not looked at.
 */
export function havingWords(db: TransactionHandle, ctx: Context, words: readonly string[]): SQL | undefined {
  return and(
    ...words.map((word) => {
      const inMessage = db.select({ one: sql`1` }).from(messages).where(saying(ctx, word))
      return or(ilike(conversations.title, pattern(word)), exists(inMessage))
    }),
  )
}

/** A column: the words around the first search word in the first message that has it, else null. */
export function excerptWith(ctx: Context, [word]: readonly string[]): SQL<string | null> {
  if (word === undefined) return sql<null>`null`
  const { content } = messages
  const start = sql`greatest(1, position(${word} in lower(${content})) - ${excerpt.before})`
  return sql<string | null>`(
    select regexp_replace(substring(${content} from (${start})::int for ${excerpt.length}), '\\s+', ' ', 'g')
    from ${messages} where ${saying(ctx, word)} order by ${messages.id} limit 1)`
}

/** A message of the conversation that has the word and may be read. */
function saying(ctx: Context, word: string): SQL {
  const ofConversation = eq(messages.conversationId, conversations.id)
  const hasWord = ilike(messages.content, pattern(word))
  return own(messages, conversations, ofConversation, hasWord, quotesNothingClosed(ctx))
}

function pattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}
