import { describe, expect, it } from 'vitest'
import { verdictOn } from './reports.ts'

const counts = { people: 10, failing: 3, organizations: 2, failingOrganizations: 2 }

describe('a promoted version is rolled back', () => {
  it('with a sentence that has the figures', () => {
    expect(verdictOn(counts, 20)).toBe(
      'It failed for 3 of 10 people in 2 of 2 organizations: 30%, allowed are 20%.',
    )
  })

  it('where there is one organization, by that one', () => {
    expect(verdictOn({ ...counts, organizations: 1, failingOrganizations: 1 }, 20)).not.toBeNull()
  })

  it.each([
    ['at its threshold', counts, 30],
    ['never with a threshold of 100', { ...counts, people: 3 }, 100],
    ['for two people, however few there are', { ...counts, people: 2, failing: 2 }, 20],
    ['for one organization of several', { ...counts, failingOrganizations: 1 }, 20],
  ])('but not %s', (_, reported, threshold) => {
    expect(verdictOn(reported, threshold)).toBeNull()
  })
})
