import { describe, expect, it } from 'vitest'
import { fixedConversation } from '../../testing/fixed-answers.ts'
import { groupByAge } from './group-by-age.ts'

const now = new Date(2026, 1, 3, 9, 0)
const at = (...local: [number, number, number, number, number]) => new Date(...local).toISOString()

/** When a conversation began, and under which heading it stands on 3 February 2026 at nine. */
const days = [
  { createdAt: at(2026, 1, 3, 8, 59), label: 'Today' },
  { createdAt: at(2026, 1, 3, 0, 0), label: 'Today' },
  { createdAt: at(2026, 1, 2, 23, 59), label: 'Yesterday' },
  { createdAt: at(2026, 1, 1, 23, 59), label: 'Last 30 days' },
  { createdAt: at(2026, 0, 4, 0, 0), label: 'Last 30 days' },
  { createdAt: at(2026, 0, 3, 23, 59), label: 'Older' },
]

describe('conversations by age', () => {
  it.each(days)('$createdAt is $label', ({ createdAt, label }) => {
    expect(groupByAge([fixedConversation(1, { createdAt })], now).map((group) => group.label)).toEqual([
      label,
    ])
  })

  it('keep their order, and no group is empty', () => {
    const all = days.map(({ createdAt }, n) => fixedConversation(n, { createdAt }))
    const groups = groupByAge(all, now)
    expect(groups.flatMap(({ conversations }) => conversations)).toEqual(all)
    expect(groups.map(({ label }) => label)).toEqual(['Today', 'Yesterday', 'Last 30 days', 'Older'])
  })
})
