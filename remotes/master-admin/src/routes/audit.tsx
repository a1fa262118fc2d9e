import { auditApi } from '@portal/contracts/audit'
import { useSession } from '@portal/remote-kit/session'
import { AuditFilters } from '../features/audit/audit-filters.tsx'
import { AuditList } from '../features/audit/audit-list.tsx'
import { useAuditFilter, useOwnTrail } from '../features/audit/use-audit-filter.ts'
import { VerifyChain } from '../features/audit/verify-chain.tsx'

/** What happened in the person's own organization. */
export function Screen() {
  const { organization } = useSession()
  const filter = useAuditFilter()
  const trail = useOwnTrail(filter)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20 tracking-tight">Audit trail</h1>
        <p className="mt-1 text-13 text-secondary">
          Who did what in <bdi>{organization?.name}</bdi>, and what was refused. Nothing in it can be changed
          or removed.
        </p>
      </header>
      <VerifyChain route={auditApi.verifyAudit} of="your organization" />
      <AuditFilters filter={filter} trail={trail} exportPath={auditApi.exportAudit.path} />
      <AuditList trail={trail} filter={filter} />
    </div>
  )
}
