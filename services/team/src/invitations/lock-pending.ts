import { CodedError, found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { SQL } from 'drizzle-orm'
import { type InvitationRow, lockInvitation } from './load-invitation.ts'

/** One of the organization's invitations that nobody has accepted, locked. A revoked one is not found. */
export async function lockPending(
  db: TransactionHandle,
  organizationId: number,
  which: SQL,
): Promise<InvitationRow> {
  const row = found(await lockInvitation(db, organizationId, which))
  if (row.acceptedAt) throw new CodedError('illegal_transition', 'This invitation was accepted already.')
  return row
}
