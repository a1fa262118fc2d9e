import type { RemoteAct } from '@portal/contracts/remote-releases'
import { RelativeTime } from '@portal/ui/relative-time'
import { useId } from 'react'
import { useOrganizationName, useUsers } from '../page/queries.ts'

/** What was done to remotes, by whom and why; the latest first. */
export function RemoteHistory({ acts }: { readonly acts: readonly RemoteAct[] }) {
  const heading = useId()
  const { data: users = [] } = useUsers()
  const nameOf = useOrganizationName()
  const names = new Map(
    users.map(({ id, firstName, lastName, email }) => [
      id,
      [firstName, lastName].filter(Boolean).join(' ') || email,
    ]),
  )
  if (acts.length === 0) return null
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h2 id={heading} className="font-semibold text-16">
        History
      </h2>
      <ol className="rounded-card border border-default bg-panel text-13">
        {acts.map((act) => (
          <li
            key={act.id}
            className="flex flex-wrap gap-x-4 gap-y-0.5 border-subtle border-t px-4 py-2 first:border-t-0"
          >
            <span className="wrap-anywhere min-w-0 flex-1 basis-64">
              <span className="font-medium">{act.name}</span> <bdi>{describeAct(act, nameOf)}</bdi>
              <span className="block text-secondary">
                <bdi>{authorOf(act, names)}</bdi>: <bdi>{act.why}</bdi>
              </span>
            </span>
            <span className="text-tertiary">
              <RelativeTime at={act.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What was done, in words that follow the remote's name. */
function describeAct(
  { act, version, percent, organization }: RemoteAct,
  nameOf: (organization: number) => string,
): string {
  const whose = organization === null ? 'an organization' : nameOf(organization)
  switch (act) {
    case 'publish':
      return `${version} was published`
    case 'promote':
      return `${version} was promoted to ${percent === 100 ? 'everybody' : `${percent}% of organizations`}`
    case 'rollback':
      return `was rolled back to ${version}`
    case 'pin':
      return `${version} was pinned for ${whose}`
    case 'unpin':
      return `${version} was unpinned for ${whose}`
    case 'preview':
      return `${version} got a link to preview it`
  }
}

function authorOf({ by, who }: RemoteAct, names: ReadonlyMap<string, string | null>): string {
  switch (by) {
    case 'operator':
      return names.get(who ?? '') ?? who ?? 'An operator'
    case 'command':
      return `The command, by ${who}`
    case 'key':
      return `The key ${who}`
    case 'start':
      return 'The start of the portal'
    case 'automatic':
      return 'By itself'
  }
}
