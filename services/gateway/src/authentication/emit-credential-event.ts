import type { gatewayEvents } from '@portal/contracts/gateway'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { emitter } from '@portal/service-kit/outbox/emit'

/** What happened to a session or token, by its public id. */
export interface CredentialChange {
  readonly id: string
  readonly personId: string
  /** The person, if they did it themselves. */
  readonly actorId: string | null
}

/** Emits the change with its commit, for the audit and for the person's own browsers. */
export function emitCredentialEvent(
  db: TransactionHandle,
  event: (typeof gatewayEvents)[keyof typeof gatewayEvents],
  { id, personId, actorId }: CredentialChange,
): Promise<void> {
  const emit = emitter(db, { source: 'gateway', organizationId: null, wrote: [], actorId })
  return emit(event, { subject: id, data: { userId: personId }, audience: { users: [personId] } })
}
