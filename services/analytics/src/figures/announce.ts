import { analyticsEvents } from '@portal/contracts/analytics'
import { rolesWith } from '@portal/contracts/permissions'
import type { Emit } from '@portal/service-kit/outbox/emit'

/** Has the browsers read again that show figures. */
export async function announce(emit: Emit, organizationId: number): Promise<void> {
  const audience = { organizationId, roles: rolesWith('analytics:read') }
  await emit(analyticsEvents.figuresChanged, { subject: String(organizationId), audience, data: {} })
}
