import type { RemoteFailure, RemotePromotion } from '@portal/contracts/remote-releases'
import { counted } from '@portal/ui/counted'
import { RelativeTime } from '@portal/ui/relative-time'

/** What was reported of the latest promotion, if it is watched, against what is allowed. */
export function PromotionState({ promotion }: { readonly promotion: RemotePromotion }) {
  const { version, percent, threshold, promotedAt, isWatched, people, failing, organizations } = promotion
  const share = people === 0 ? 0 : Math.round((100 * failing) / people)
  return (
    <p className="wrap-anywhere border-subtle border-t px-4 py-2.5 text-13 text-secondary">
      {version} was promoted to {percent === 100 ? 'everybody' : `${percent}% of organizations`}{' '}
      <RelativeTime at={promotedAt} />.{' '}
      {people === 0
        ? isWatched && 'Nobody has opened it since.'
        : `${counted(people, 'person', 'people')} in ${counted(organizations, 'organization')} opened it; it failed for ${failing} (${share}%).`}{' '}
      {isWatched ? `Above ${threshold}% it is rolled back by itself.` : 'It is not rolled back by itself.'}
    </p>
  )
}

const kinds = {
  load: 'could not be loaded',
  slow: 'took too long to load',
  render: 'failed while it was drawn',
  script: 'failed in use',
} as const

/** What failed where, and for how many people. */
export function FailureList({ failures }: { readonly failures: readonly RemoteFailure[] }) {
  if (failures.length === 0) return null
  return (
    <ul aria-label="Failures" className="border-subtle border-t px-4 py-2 text-13">
      {failures.map(({ version, kind, error, location, people }) => (
        <li key={`${version} ${kind} ${error} ${location}`} className="wrap-anywhere py-0.5">
          {version} {kind === null ? 'failed' : kinds[kind]} for {counted(people, 'person', 'people')}
          {error !== null && <span className="text-tertiary"> · {error}</span>}
          {location !== null && <code className="text-12 text-tertiary"> {location}</code>}
        </li>
      ))}
    </ul>
  )
}
