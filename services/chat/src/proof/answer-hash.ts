import { createHash } from 'node:crypto'
import type { ChatMessage } from '@portal/contracts/chat'

/** A question and what was answered to it. */
export interface HashedAnswer extends Pick<ChatMessage, 'outcome' | 'content' | 'citations'> {
  readonly question: string
}

/**
 * What the hash of an answer covers, as JSON with its members in this order: question, outcome,
 * words, and of each citation its version, offsets and quotation.
 */
export function hashedText({ question, outcome, content, citations }: HashedAnswer): string {
  const cited = citations.map(({ versionId, start, end, quote }) => ({ versionId, start, end, quote }))
  return JSON.stringify({ question, outcome, content, citations: cited })
}

/** SHA-256 of it in UTF-8, in hexadecimal: ties the entry of the audit trail to the words. */
export function answerHash(answer: HashedAnswer): string {
  return createHash('sha256').update(hashedText(answer), 'utf8').digest('hex')
}
