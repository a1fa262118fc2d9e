import { expect, it } from 'vitest'
import { shareText } from './share-text.ts'

it.each([
  [0, '0%'],
  [0.0001, '<1%'],
  [0.01, '1%'],
  [0.174, '17%'],
  [0.2979, '30%'],
  [0.99, '99%'],
  [0.9901, '>99%'],
  [1, '100%'],
])('a share of %d is %s: none and all are said of none and all alone', (share, words) => {
  expect(shareText(share)).toBe(words)
})
