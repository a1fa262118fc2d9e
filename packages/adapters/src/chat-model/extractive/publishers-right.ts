import type { AskedQuestion } from './asked-question.ts'

const oneself = /\b(?:i|me|my)\b/i
const others =
  /\b(?:you|your|users?|employees?|staff|personnel|members?|workforce|people|every(?:one|body)|any(?:one|body)|nobody|no one)\b/i
const permitted = /([\p{L}\p{N}-]+) (?:may|can|will|shall)\b/giu

/**
 * Whether a text says only what its publisher may do ("We may …", and by the first word of the
 * title "Acme may …"), which is no answer to somebody who asks what they may do themselves.
 */
export function isPublishersRight({ asks, text }: AskedQuestion, words: string, title: string): boolean {
  if (asks !== 'permission' || !oneself.test(text) || others.test(words)) return false
  const publishers = ['we', title.split(/\s/)[0]?.toLowerCase()]
  return [...words.matchAll(permitted)].some(([, subject = '']) => publishers.includes(subject.toLowerCase()))
}
