import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { invitations } from '../schema.ts'

/** An invitation's columns and whether it has expired by the database's clock. */
export const invitationColumns = {
  ...getTableColumns(invitations),
  isExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
}

export type InvitationRow = typeof invitations.$inferSelect & { readonly isExpired: boolean }

/** Locks one of the organization's invitations, unless revoked. */
export async function lockInvitation(
  db: TransactionHandle,
  organizationId: number,
  which: SQL | undefined,
): Promise<InvitationRow | undefined> {
  const wanted = own(invitations, { organizationId }, isNull(invitations.revokedAt), which)
  const [row] = await db.select(invitationColumns).from(invitations).where(wanted).for('update')
  return row
}

/** Locks one of the organization's pending invitations; a revoked one is not found. */
export async function lockPending(
  db: TransactionHandle,
  organizationId: number,
  which: SQL,
): Promise<InvitationRow> {
  const row = rowOrNotFound(await lockInvitation(db, organizationId, which))
  if (row.acceptedAt) throw new CodedError('illegal_transition', 'This invitation was accepted already.')
  return row
}
