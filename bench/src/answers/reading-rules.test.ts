import type { Citation } from '@portal/contracts/chat'
import { expect, it } from 'vitest'
import { readingObjections } from './reading-rules.ts'

const text = `Passwords

Passwords are not shared. Ask the owner of the system for an account.
If you truly must share a password, use the password manager.

Visitors must:

- sign the list at the
  reception
- wear a badge
`

/** The quotation of these words, with further words as its context. */
function quotationOf(quote: string, ...context: string[]): Citation {
  const spanOf = (words: string) => {
    const start = text.indexOf(words)
    return { start, end: start + words.length, quote: words }
  }
  const of = { documentId: crypto.randomUUID(), versionId: 'v', version: 1, title: 'A policy', customId: 'A' }
  const headingPath = ['Passwords']
  return { ...of, ...spanOf(quote), context: context.map(spanOf), headingPath, page: null, number: 1 }
}

const rulesOf = (...citations: Citation[]) => readingObjections(citations, () => text).map(({ rule }) => rule)

it.each([
  { quote: 'Passwords', rule: 'a heading as a sentence' },
  { quote: 'Visitors must:', rule: 'a lead-in without what it leads to' },
  { quote: 'shared. Ask the owner of the system for an account.', rule: 'begins within a sentence' },
  { quote: 'Ask the owner of the', rule: 'ends within a sentence' },
  {
    quote: 'If you truly must share a password, use the password manager.',
    rule: 'an exception without its rule',
  },
  { quote: '- wear a badge', rule: 'an item without its lead-in' },
])('“$quote” alone is $rule', ({ quote, rule }) => {
  expect(rulesOf(quotationOf(quote))).toEqual([rule])
})

it('whole sentences, an exception with its rule and items with their lead-in are beyond objection', () => {
  const rule = quotationOf('Passwords are not shared.')
  const withRule = quotationOf('If you truly must share a password, use the password manager.', rule.quote)
  const item = quotationOf('- sign the list at the\n  reception', 'Visitors must:')
  expect(rulesOf(rule, quotationOf('Ask the owner of the system for an account.'), withRule, item)).toEqual(
    [],
  )
  expect(rulesOf(quotationOf('Visitors must:', '- wear a badge'))).toEqual([])
})

it('quotations of one document stay in its order after the one that answers', () => {
  const [first, second, third] = [
    quotationOf('Passwords are not shared.'),
    quotationOf('Ask the owner of the system for an account.'),
    quotationOf('If you truly must share a password, use the password manager.'),
  ]
  expect(rulesOf(first, second, third)).toEqual([])
  expect(rulesOf(third, first, second)).toEqual([])
  expect(rulesOf(third, second, first)).toEqual(['out of document order'])
})
