import { featureOff, features } from '@portal/contracts/features'
import type { PassportClaims } from '@portal/contracts/passport'
import { type Permission, roleCan } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import { CodedError } from '../coded-error.ts'

/** 401 without a person, 403 without the permission; services reach only `service` routes. */
export function authorize(route: Route, claims: PassportClaims | null): void {
  if (route.can === 'public') return
  if (!claims) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
  if ((claims.kind === 'service') !== (route.can === 'service')) {
    throw new CodedError('forbidden', 'You may not do this.')
  }
  if (claims.readOnly && !isRead(route)) throw new CodedError('forbidden', 'You may not do this.')
  if (route.can === 'service' || route.can === 'signed-in') return
  const isAllowed =
    route.can === 'operator' ? claims.operator : claims.org !== null && roleCan(claims.role, route.can)
  if (!isAllowed) {
    const suggestedAction = 'Ask an administrator of your organization.'
    const details = claims.org === null ? {} : { suggestedAction }
    throw new CodedError('forbidden', 'You do not have permission to do this.', details)
  }
  if (route.can !== 'operator') refuseWhatIsOff(route.can, claims.featuresOff)
}

/** 403, as if nobody in the organization held the permission. */
function refuseWhatIsOff(permission: Permission, featuresOff: readonly string[] = []): void {
  const feature = featureOff(permission, featuresOff)
  if (feature === null) return
  throw new CodedError('feature_off', `${features[feature].name}: switched off in your organization.`, {
    suggestedAction: 'An administrator can switch it on in the organization settings.',
  })
}

/** A POST between services may be a read with its parameters in the body. */
function isRead({ method, isRepeatable, isPublicPath }: Route): boolean {
  return method === 'GET' || (isRepeatable && !isPublicPath)
}
