import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { invitations } from '../schema.ts'

/** Columns of an invitation and whether it has expired, by the database's clock. */
export const invitationColumns = {
  ...getTableColumns(invitations),
  isExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
}

export type InvitationRow = typeof invitations.$inferSelect & { readonly isExpired: boolean }

/** One of the organization's invitations that are not revoked, locked, or undefined. */
export async function lockInvitation(
  db: TransactionHandle,
  organizationId: number,
  which: SQL | undefined,
): Promise<InvitationRow | undefined> {
  const wanted = own(invitations, { organizationId }, isNull(invitations.revokedAt), which)
  const [row] = await db.select(invitationColumns).from(invitations).where(wanted).for('update')
  return row
}
