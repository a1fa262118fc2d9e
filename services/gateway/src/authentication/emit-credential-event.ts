import type { gatewayEvents } from '@portal/contracts/gateway'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { emitter } from '@portal/service-kit/outbox/emit'

/**
 * What happened to a session or token. `actorId`: the person, if they did it themselves, else null.
 */
export interface CredentialChange {
  readonly event: (typeof gatewayEvents)[keyof typeof gatewayEvents]
  /** Public id of the session or token. */
  readonly id: string
  readonly personId: string
  readonly actorId: string | null
}

/** Emits the change with its commit, for the audit and for the person's own browsers. */
export function emitCredentialEvent(db: TransactionHandle, change: CredentialChange): Promise<void> {
  const { event, id, personId, actorId } = change
  const emit = emitter(db, { source: 'gateway', organizationId: null, wrote: [], actorId })
  return emit(event, { subject: id, data: { userId: personId }, audience: { users: [personId] } })
}
