import type { gatewayEvents } from '@portal/contracts/gateway'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { emitter } from '@portal/service-kit/outbox/emit'

/** What happened to a session or token. `actorId` is the person where they did it themselves, null where nobody asked them. */
export interface AccessChange {
  readonly event: (typeof gatewayEvents)[keyof typeof gatewayEvents]
  /** Public id of the session or token. */
  readonly id: string
  readonly personId: string
  readonly actorId: string | null
}

/** Tells of a change with its commit: to the audit, and to the person's own browsers, which may be showing the list of them. */
export function tellAccess(db: TransactionHandle, change: AccessChange): Promise<void> {
  const { event, id, personId, actorId } = change
  const emit = emitter(db, { source: 'gateway', organizationId: null, wrote: [], actorId })
  return emit(event, { subject: id, data: { userId: personId }, audience: { users: [personId] } })
}
