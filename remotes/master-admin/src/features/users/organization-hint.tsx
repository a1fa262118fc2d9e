import type { MasterOrganization } from '@portal/contracts/master-admin'

const namedMax = 12

/** Which organizations there are, as name (number) (product §2, decision 1). */
export function OrganizationHint({
  organizations,
}: {
  readonly organizations: readonly MasterOrganization[]
}) {
  if (organizations.length === 0) return 'There is no organization yet.'
  const rest = organizations.length - namedMax
  return (
    <>
      Available organizations:{' '}
      {organizations.slice(0, namedMax).map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <bdi>{name}</bdi> ({id})
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </>
  )
}
