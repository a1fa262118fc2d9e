import { expect, it } from 'vitest'
import { readEvidence } from './read-evidence.ts'

/** The evidence of one passage that retrieval has judged as a whole. */
function evidenceIn(text: string, question: string) {
  const windows = [{ start: 0, end: text.length, similarity: 0.9, match: 0.9, score: 1 }]
  const headingPath = ['Awareness training of customers']
  const passage = {
    id: '1',
    documentTitle: 'Security',
    headingPath,
    text,
    score: 1,
    similarity: 0.9,
    windows,
  }
  return readEvidence({ question, passages: [passage], compare: async (spans) => spans.map(() => 0.9) })
}

it.each([
  ['Do customers get awareness training?', 'Customers must get awareness training.', true],
  ['Do customers get awareness training?', 'Customers may choose what is logged.', false],
  ['How many customers get awareness training?', 'It is for 12 customers.', true],
])(
  'a heading lends its words to a value, but not to a yes or no: %s %s',
  async (question, text, isInItsWords) => {
    expect(await evidenceIn(text, question)).toMatchObject({ isInItsWords })
  },
)

it.each([
  ['How long does a password have to be?', 'A password must have at least 14 characters.', true],
  ['How long does a password have to be?', 'A password must be kept for 14 days.', false],
  ['When is a password changed?', 'A password is changed every 90 days.', true],
  ['When is a password?', 'A password is changed every 90 days.', false],
])('a kind of value that few texts have counts as a word: %s %s', async (question, text, isInItsWords) => {
  expect(await evidenceIn(text, question)).toMatchObject({ isInItsWords })
})
