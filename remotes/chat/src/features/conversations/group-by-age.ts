import type { Conversation } from '@portal/contracts/conversations'

const dayMs = 24 * 60 * 60 * 1000

/** Conversations by local calendar day: Today, Yesterday, Last 30 days, Older; no empty groups. */
export function groupByAge(conversations: readonly Conversation[], now: Date) {
  const today = new Date(now).setHours(0, 0, 0, 0)
  const limits = [
    { label: 'Today', since: today },
    { label: 'Yesterday', since: today - dayMs },
    { label: 'Last 30 days', since: today - 30 * dayMs },
    { label: 'Older', since: Number.NEGATIVE_INFINITY },
  ]
  const groups = Map.groupBy(
    conversations,
    ({ createdAt }) => limits.find(({ since }) => Date.parse(createdAt) >= since)?.label ?? 'Older',
  )
  return limits.flatMap(({ label }) => {
    const group = groups.get(label)
    return group ? [{ label, conversations: group }] : []
  })
}
