import { type AuditEntry, auditApi } from '@portal/contracts/audit'
import { useRoutePages } from '@portal/remote-kit/route-pages'
import type { AuditFilter } from './use-audit-filter.ts'

const limit = 50

/** A page that is not full is the last one. */
function lastOf(page: readonly AuditEntry[]): AuditEntry | undefined {
  return page.length < limit ? undefined : page.at(-1)
}

export function useOwnTrail({ query }: AuditFilter) {
  return useRoutePages(auditApi.listAudit, { query: { ...query, limit } }, (page) => lastOf(page)?.sequence)
}

/** The trails of all organizations, or of one, for operators. */
export function usePlatformTrail({ query, organizationId }: AuditFilter) {
  const one = organizationId === undefined ? {} : { organizationId }
  return useRoutePages(
    auditApi.listPlatformAudit,
    { query: { ...query, ...one, limit } },
    (page) => lastOf(page)?.id,
  )
}

export type Trail = ReturnType<typeof useOwnTrail>
