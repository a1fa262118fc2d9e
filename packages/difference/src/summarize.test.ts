import { expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'
import { changedSections, summarize } from './summarize.ts'
import { policyOf } from './testing/compared-policies.ts'

/** A policy whose clauses are numbered throughout. */
function policy(chapters: readonly (readonly string[])[]) {
  let text = ''
  let number = 0
  const headings: { start: number; level: number }[] = []
  chapters.forEach((clauses, at) => {
    headings.push({ start: text.length, level: 1 })
    text += `Chapter ${'ABCD'[at]}\n\n`
    for (const clause of clauses) {
      number += 1
      text += `${number}. ${clause}\n\n`
    }
  })
  return { text: text.trim(), headings, type: 'text/plain' }
}

it('the sections have as many changes as the summary, however many rows these have', () => {
  const { clauses } = policyOf(12)
  const chapter = (from: number) => clauses.slice(from, from + 3)
  const before = [chapter(0), chapter(3), chapter(6), chapter(9)]
  const edited = chapter(6).map((clause, at) => (at === 1 ? clause.replace('three', 'ten') : clause))
  const after = [chapter(0).slice(2), [...chapter(3), ...chapter(0).slice(0, 2)], edited, chapter(9)]
  const difference = compareTexts(policy(before), policy(after))
  const { unchanged: _, renumbered, ...changes } = summarize(difference)
  expect(changes).toEqual({ changed: 1, moved: 1, added: 0, removed: 0 })
  expect(renumbered).toBeGreaterThan(0)
  const sections = changedSections(difference, 500)
  expect(sections.map(({ row, changes: count }) => [difference.rows[row]?.kind, count])).toEqual([
    ['moved-here', 1],
    ['changed', 1],
  ])
})
