import type { Decision } from '@portal/contracts/role-policy'
import { CodedError } from '@portal/service-kit/coded-error'

/** Throws the coded error of a rule that refuses. */
export function assertAllowed(decision: Decision): void {
  if (decision.isAllowed) return
  const { code, message, suggestedAction } = decision
  throw new CodedError(code, message, suggestedAction === undefined ? {} : { suggestedAction })
}
