import { expect, it } from 'vitest'
import { withSection } from './bench-results.ts'

const title = '# drills\n\nHow they are made.'

it('replaces the section of the same name, keeps the others, and sorts them', () => {
  const first = withSection('', 'slow (R2)\n\n- 5 ms', title)
  const both = withSection(first, 'big (R1)\n\n| a | b |', title)
  expect(both).toBe(`${title}\n\n## big (R1)\n\n| a | b |\n\n## slow (R2)\n\n- 5 ms\n`)
  expect(withSection(both, 'slow (R3)\n\n- 4 ms\n', title)).toBe(
    `${title}\n\n## big (R1)\n\n| a | b |\n\n## slow (R3)\n\n- 4 ms\n`,
  )
})
