import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inDocumentWords } from './analysis/everyday-phrases.ts'
import { askedQuestion, type EncodedWordings, questionWords } from './asked-question.ts'
import { passageMatch, windowCosines, windowMatch } from './late-interaction.ts'
import {
  clausesBelowHeadings,
  clausesOf,
  type PassageStates,
  readStates,
  storeStates,
} from './passage-states.ts'

const dimensions = 8
const tokenDimensions = 4

/** Tokens along axes: each word of a text is one token on the axis of its first letter. */
function encode(text: string) {
  const clauses = clausesOf(text)
  const words = clauses.map(({ start, end }) => text.slice(start, end).split(/\s+/).filter(Boolean))
  const ranges = new Uint16Array(clauses.length * 2)
  const means = new Float32Array(clauses.length * dimensions)
  let token = 0
  for (const [at, own] of words.entries()) {
    ranges.set([token, token + own.length], 2 * at)
    token += own.length
    for (const word of own) {
      const index = at * dimensions + axisOf(word)
      means[index] = (means[index] ?? 0) + 1 / own.length
    }
  }
  const tokens = new Int8Array(token * tokenDimensions)
  for (const [at, word] of words.flat().entries()) tokens[at * tokenDimensions + (axisOf(word) % 4)] = 127
  return { clauses, encoded: { tokens, ranges, means } }
}

const axisOf = (word: string) => word.toLowerCase().charCodeAt(0) % dimensions

function statesOf(text: string): PassageStates {
  const { clauses, encoded } = encode(text)
  return readStates(storeStates(clauses, encoded), dimensions)
}

const policy = 'Apples are kept. Bears are fed. Cats are counted. Doors are locked.'

it('the windows of a passage are its runs of up to three clauses', () => {
  const windows = statesOf(policy).windows.map(({ start, end }) => policy.slice(start, end))
  expect(windows).toHaveLength(9)
  expect(windows).toContain('Bears are fed.')
  expect(windows).toContain('Bears are fed. Cats are counted. Doors are locked.')
})

it('a passage is encoded below its headings, where its clauses are the same', () => {
  const { text, parts } = clausesBelowHeadings(policy, ['Zoo Rules', '2. Care'])
  expect(text).toBe(`Zoo Rules > 2. Care: ${policy}`)
  const clauses = clausesOf(policy).map(({ start, end }) => policy.slice(start, end))
  expect(parts.map(({ start, end }) => text.slice(start, end))).toEqual(clauses)
  expect(clausesBelowHeadings(policy, []).text).toBe(policy)
})

it('no window has more than 60 words unless it is one clause', () => {
  const long = (word: string) => `${word} ${'rests '.repeat(40)}now.`
  const text = ['Apples', 'Bears', 'Cats'].map(long).join(' ')
  expect(statesOf(text).windows.map(({ clauses }) => clauses)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ])
})

it('a window has the cosine of the mean of its tokens, whatever clauses it was stored in', () => {
  const states = statesOf(policy)
  const vector = Float32Array.from({ length: dimensions }, (_, axis) => (axis === axisOf('b') ? 1 : 0))
  const asked = askedQuestion('bears', undefined, { vector })
  const cosines = windowCosines(asked.vector, states)
  for (const [at, { start, end }] of states.windows.entries()) {
    const words = policy.slice(start, end).split(' ')
    const counts = Map.groupBy(words, axisOf)
    const length = Math.hypot(...[...counts.values()].map((same) => same.length))
    expect(cosines[at]).toBeCloseTo((counts.get(axisOf('b'))?.length ?? 0) / length, 1)
  }
})

it('a window matches the words of a question by its own tokens, and those of what is read with it', () => {
  const states = statesOf(policy)
  const encoded = {
    vector: new Float32Array(dimensions),
    tokens: Int8Array.of(0, 0, 127, 0),
    ranges: Uint16Array.of(0, 1),
    tokenDimensions,
  }
  const asked = askedQuestion('bears', undefined, encoded)
  const matches = states.windows.map((window) => windowMatch(asked, states, [window]))
  const texts = states.windows.map(({ start, end }) => policy.slice(start, end))
  for (const [at, text] of texts.entries()) expect(matches[at]).toBe(text.includes('Bears') ? 1 : 0)
  const bears = states.windows.find((_, at) => matches[at] === 1)
  for (const window of states.windows)
    expect(windowMatch(asked, states, bears ? [window, bears] : [])).toBe(1)
})

it('a word of an everyday phrase is also met by what documents say for the phrase', () => {
  const states = statesOf(policy)
  const question = 'passed away'
  const meant = inDocumentWords(question) ?? ''
  expect(questionWords(meant).map(({ term }) => term)).toEqual(['pass', 'awai', 'deceas', 'death'])
  const silent = (count: number) => new Int8Array(count * tokenDimensions)
  const rangesOf = (count: number) =>
    Uint16Array.from({ length: 2 * count }, (_, at) => Math.floor(at / 2) + (at % 2))
  const of = { vector: new Float32Array(dimensions), tokenDimensions }
  const encoded = { ...of, tokens: silent(2), ranges: rangesOf(2) }
  const tokens = silent(4)
  tokens[2 * tokenDimensions + (axisOf('bears') % 4)] = 127
  const reworded = { ...of, tokens, ranges: rangesOf(4) }
  const best = (wordings: EncodedWordings) =>
    passageMatch(askedQuestion(question, undefined, wordings), states)
  expect(best(encoded)).toBe(0)
  expect(best({ ...encoded, reworded })).toBe(1)
})

it('the direction of a question lies midway to what documents say for its phrases', () => {
  const vector = Float32Array.of(1, 0)
  const { vector: asked } = askedQuestion('passed away', undefined, {
    vector,
    reworded: { vector: Float32Array.of(0, 1) },
  })
  expect([...asked].map((value) => Math.round(value * 1000))).toEqual([707, 707])
})

it('any text has states that are read as they were stored, and windows within it', () => {
  fc.assert(
    fc.property(fc.lorem({ mode: 'sentences', maxCount: 12 }), (text) => {
      const { clauses, encoded } = encode(text)
      const states = readStates(storeStates(clauses, encoded), dimensions)
      expect(states.tokens).toEqual(encoded.tokens)
      for (const [at, value] of encoded.means.entries()) {
        const scale = states.scales[Math.floor(at / dimensions)] ?? 0
        expect((states.means[at] ?? 0) * scale).toBeCloseTo(value, 2)
      }
      for (const { start, end } of states.windows) expect(text.slice(start, end).trim()).not.toBe('')
    }),
  )
})
