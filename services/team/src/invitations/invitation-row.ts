import type { Invitation } from '@portal/contracts/invitations'
import { rolesWith } from '@portal/contracts/permissions'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
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

/** Changes an invitation whose row is locked. */
export async function changeInvitation(
  db: TransactionHandle,
  row: InvitationRow,
  set: PgUpdateSetSource<typeof invitations>,
): Promise<void> {
  await db
    .update(invitations)
    .set(set)
    .where(own(invitations, row, eq(invitations.id, row.id)))
}

/** An event about an invitation, for those who may read invitations (decision 55). */
export function invitationEvent<Data extends { readonly invitationId: string }>(
  organizationId: number,
  data: Data,
) {
  const audience = { organizationId, roles: rolesWith('invitation:read') }
  return { subject: data.invitationId, data, audience }
}

/** An invitation as administrators see it. */
export function presentInvitation(row: InvitationRow): Invitation {
  const { id, email, role, createdAt, acceptedAt, expiresAt, isExpired, problem } = row
  return {
    id,
    email,
    role,
    createdAt: createdAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    isExpired: isExpired && acceptedAt === null,
    ...(problem === null ? {} : { deliveryProblem: problem }),
  }
}
