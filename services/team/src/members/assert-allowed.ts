import type { PolicyResult } from '@portal/contracts/role-policy'
import { CodedError } from '@portal/service-kit/coded-error'

/** Throws the coded error of a policy that refuses. */
export function assertAllowed(result: PolicyResult): void {
  if (result.isAllowed) return
  const { code, message, suggestedAction } = result
  throw new CodedError(code, message, suggestedAction === undefined ? {} : { suggestedAction })
}
