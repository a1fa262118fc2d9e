import { expect, it } from 'vitest'
import { passagesForAnswer } from './passages-for-answer.ts'

function passage(versionId: string, score: number, text = `${versionId} at ${score}`) {
  return { score, row: { passage: { versionId, text, headingPath: [] } } }
}

/** Best first, as ranking gives them. */
function chosen(limit: number, ...passages: ReturnType<typeof passage>[]) {
  const ranked = passages.toSorted((a, b) => b.score - a.score)
  return passagesForAnswer('May I?', ranked, limit).map(({ row, score }) => [row.passage.versionId, score])
}

const subject = [30, 29, 28, 26].map((score) => passage('subject', score))

it('the last place goes to a document with several good passages before another, little better one', () => {
  const lone = passage('lone', 26.1)
  const poor = [12, 11, 10].map((score) => passage('lone', score))
  expect(chosen(4, ...subject, lone, ...poor)).toEqual([
    ['subject', 30],
    ['subject', 29],
    ['subject', 28],
    ['subject', 26],
  ])
})

it('a passage that is much better has its place, whatever its document says else', () => {
  const poor = [12, 11, 10].map((score) => passage('lone', score))
  expect(chosen(4, ...subject, passage('lone', 29.5), ...poor)).toContainEqual(['lone', 29.5])
})

it('the first three are the best by themselves, in their order', () => {
  const best = ['one', 'two', 'three'].map((version, at) => passage(version, 31 - at / 2))
  const poor = ['one', 'two', 'three'].flatMap((version) => [3, 2, 1].map((score) => passage(version, score)))
  expect(chosen(3, ...best, ...subject, ...poor).map(([version]) => version)).toEqual(['one', 'two', 'three'])
})

it('those chosen stay in the order of their scores', () => {
  const others = [29.6, 28.5, 12].map((score) => passage('other', score))
  const scores = chosen(6, ...subject, ...others).map(([, score]) => score)
  expect(scores).toEqual([30, 29.6, 29, 28.5, 28, 26])
})

it('a copy takes no place', () => {
  const copies = ['first', 'second'].map((version, at) => passage(version, 30 - at, 'Badges are worn.'))
  expect(chosen(2, ...copies, passage('third', 20)).map(([version]) => version)).toEqual(['first', 'third'])
})
