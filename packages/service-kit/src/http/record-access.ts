import { errorStatus } from '@portal/contracts/errors'
import type { PassportClaims } from '@portal/contracts/passport'
import type { Route } from '@portal/contracts/route'
import type { AccessLog } from '../access/access-log.ts'
import { CodedError } from '../coded-error.ts'

/** One request, as the audit sees it. */
export interface AccessFacts {
  readonly claims: PassportClaims | null
  readonly requestId: string
}

/**
 * Records a refusal, if it was one: everything forbidden to a person, and a write to what there is not or is another organization's (which
 * must look the same to the caller). Reading an unknown id is an old link far more often than an attempt.
 */
export async function recordDenial(
  access: Pick<AccessLog, 'denied'>,
  route: Route,
  { claims, requestId, error }: AccessFacts & { readonly error: unknown },
): Promise<void> {
  if (claims?.kind !== 'person' || !(error instanceof CodedError)) return
  const isForbidden = errorStatus[error.code] === 403
  if (!isForbidden && (error.code !== 'not_found' || route.method === 'GET')) return
  const attempt = { personId: claims.sub, organizationId: claims.org, route: nameOf(route), requestId }
  await access.denied(attempt, error.code)
}

/** Records a read across organizations, which is what operators' lists are. What operators write is told by the verbs. */
export async function recordRead(
  access: Pick<AccessLog, 'read'>,
  route: Route,
  { claims, requestId, query, url }: AccessFacts & { readonly query?: unknown; readonly url: string },
): Promise<void> {
  if (route.can !== 'operator' || route.method !== 'GET' || !claims) return
  const organizationId = organizationIn(query)
  await access.read({ personId: claims.sub, organizationId, route: nameOf(route), requestId }, url)
}

/** Which organization an operator reads of, where the request names one: its own trail records that. */
function organizationIn(query: unknown): number | null {
  if (typeof query !== 'object' || query === null || !('organizationId' in query)) return null
  return typeof query.organizationId === 'number' ? query.organizationId : null
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}
