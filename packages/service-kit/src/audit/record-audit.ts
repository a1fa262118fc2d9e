import { errorStatus } from '@portal/contracts/errors'
import type { PassportClaims } from '@portal/contracts/passport'
import type { Route } from '@portal/contracts/route'
import { CodedError } from '../coded-error.ts'
import type { AuditLog } from './audit-log.ts'

/** A request to be audited. */
export interface AuditedRequest {
  readonly claims: PassportClaims | null
  readonly requestId: string
}

/**
 * Records refusals: anything forbidden to a person, and writes to unknown or foreign ids, which
 * look alike to the caller. Reads of unknown ids are mostly old links and not recorded.
 */
export async function recordDenial(
  audit: Pick<AuditLog, 'denied'>,
  route: Route,
  { claims, requestId, error }: AuditedRequest & { readonly error: unknown },
): Promise<void> {
  if (claims?.kind !== 'person' || !(error instanceof CodedError)) return
  const isForbidden = errorStatus[error.code] === 403
  if (!isForbidden && (error.code !== 'not_found' || route.method === 'GET')) return
  const attempt = { personId: claims.sub, organizationId: claims.org, route: nameOf(route), requestId }
  await audit.denied(attempt, error.code)
}

/** Operators' lists read across organizations. Verbs report what operators write. */
export async function recordRead(
  audit: Pick<AuditLog, 'read'>,
  route: Route,
  { claims, requestId, query, url }: AuditedRequest & { readonly query?: unknown; readonly url: string },
): Promise<void> {
  if (route.can !== 'operator' || route.method !== 'GET' || !claims) return
  const organizationId = organizationIn(query)
  await audit.read({ personId: claims.sub, organizationId, route: nameOf(route), requestId }, url)
}

/** The organization named by an operator's request, whose own trail then records the read. */
function organizationIn(query: unknown): number | null {
  if (typeof query !== 'object' || query === null || !('organizationId' in query)) return null
  return typeof query.organizationId === 'number' ? query.organizationId : null
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}
