import { expect, it } from 'vitest'
import { wideComments } from './check-comment-width.ts'

const found = (line: string) => wideComments({ file: 'some.ts', text: `const a = 1\n${line}` })

it.each([`// ${'word '.repeat(20)}`, `  /** ${'word '.repeat(20)}*/`, `   * ${'word '.repeat(20)}`])(
  'a comment over 100 columns is found, with its line',
  (line) => {
    expect(found(line)).toEqual([expect.stringMatching(/^some\.ts:2 has a comment of 1\d\d columns/)])
  },
)

it.each([
  `// ${'word '.repeat(19)}`,
  `const text = '${'word '.repeat(30)}'`,
  `// https://example.org/${'path/'.repeat(30)}`,
  `// biome-ignore lint/some/rule: ${'reason '.repeat(20)}`,
])('one that fits or cannot be wrapped is left alone, and so is code', (line) => {
  expect(found(line)).toEqual([])
})
