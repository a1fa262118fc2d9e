import type { MasterOrganization } from '@portal/contracts/master-admin'

/** The mean of the averages of organizations that have ratings, with one decimal; 0 if none has (product §2, decision 32). */
export function averageRatingText(organizations: readonly MasterOrganization[]): string {
  const averages = organizations.flatMap(({ stats }) => stats.averageRating ?? [])
  if (averages.length === 0) return '0'
  return (averages.reduce((sum, average) => sum + average, 0) / averages.length).toFixed(1)
}
