import { expect, it } from 'vitest'
import { textFields, withHeadings } from './analysis/passage-terms.ts'
import type { AskedQuestion } from './asked-question.ts'
import type { PassageStates } from './passage-states.ts'
import { type Candidate, rankingScores } from './rank-passages.ts'

/** A passage of one clause whose window has this cosine with the question below. */
function candidate(text: string, cosine: number): Candidate {
  const mean = [Math.round(127 * cosine), Math.round(127 * Math.sqrt(1 - cosine ** 2))]
  const states: PassageStates = {
    tokens: Int8Array.of(0, 0, 0, 0),
    means: Int8Array.from(mean),
    scales: Float32Array.of(1),
    tokenCounts: Uint16Array.of(1),
    windows: [{ start: 0, end: text.length, clauses: [0, 1], tokens: [0, 1] }],
    norms: Float32Array.of(Math.hypot(...mean)),
  }
  return { terms: withHeadings(textFields(text), ''), states, cosine }
}

/** A question of so many words, of which the index knows two. */
function askedIn(words: number): AskedQuestion {
  const known = new Map(['badg', 'lost'].map((term) => [term, { weight: 2 }]))
  const word = { vector: Int8Array.of(127, 0, 0, 0), others: [], rarity: 1 }
  return {
    vector: Float32Array.of(1, 0),
    wordings: [Float32Array.of(1, 0)],
    words: Array.from({ length: words }, () => word),
    statistics: {
      passages: 100,
      weights: { body: known, pairs: new Map(), heading: new Map() },
      averages: { body: 3, pairs: 2, heading: 1 },
    },
    rarity: 4,
  }
}

const inItsWords = candidate('A lost badge.', 0.8)
const inOthers = candidate('Whoever misses their card reports it.', 0.9)

it.each([
  [3, 'what is nearer in meaning', [1, 0]],
  [8, 'what is nearer in meaning', [1, 0]],
  [12, 'what has its words', [0, 1]],
  [20, 'what has its words', [0, 1]],
])('of a question in %i words of content, %s comes first', (words, _, order) => {
  const scores = rankingScores(askedIn(words), [inItsWords, inOthers])
  expect([0, 1].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))).toEqual(order)
})

it('a passage that is near to one wording of a question is not judged by what lies between both', () => {
  const [own, reworded] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
  const asked = {
    ...askedIn(3),
    vector: Float32Array.of(Math.SQRT1_2, Math.SQRT1_2),
    wordings: [own, reworded],
  }
  const [between = 0, near = 0] = rankingScores(asked, [
    candidate('Between both.', 0.75),
    candidate('In the words of documents.', 0.05),
  ])
  expect(near).toBeGreaterThan(between)
})
