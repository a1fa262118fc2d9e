import { type AuditEntry, auditApi } from '@portal/contracts/audit'
import { AuditFilters } from '../features/audit/audit-filters.tsx'
import { AuditList } from '../features/audit/audit-list.tsx'
import { useAuditFilter, usePlatformTrail } from '../features/audit/use-audit-filter.ts'
import { VerifyChain } from '../features/audit/verify-chain.tsx'
import { MasterPage } from '../features/page/master-page.tsx'
import { useOrganizationName, useOrganizations } from '../features/page/queries.ts'

export function Screen() {
  return (
    <MasterPage
      title="Audit trail"
      subtitle="Every organization's trail and the platform's own. That you read them is recorded too."
    >
      <PlatformTrail />
    </MasterPage>
  )
}

/** Inside the guard: who is no operator asks for nothing. */
function PlatformTrail() {
  const filter = useAuditFilter()
  const trail = usePlatformTrail(filter)
  const { data: organizations = [] } = useOrganizations()
  const nameOf = useOrganizationName()
  const organizationOf = ({ organizationId }: AuditEntry) =>
    organizationId === null ? 'Platform' : nameOf(organizationId)
  const options = organizations.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))
  return (
    <>
      <VerifyChain
        key={filter.organization}
        route={auditApi.verifyPlatformAudit}
        organizationId={filter.organizationId}
        of={filter.organizationId ? nameOf(filter.organizationId) : 'the platform'}
      />
      <AuditFilters
        filter={filter}
        trail={trail}
        exportPath={auditApi.exportPlatformAudit.path}
        organizations={options}
      />
      <AuditList trail={trail} filter={filter} organizationOf={organizationOf} />
    </>
  )
}
