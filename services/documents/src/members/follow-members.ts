import { type Role, rolesWith } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { sleep } from '@portal/service-kit/sleep'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { members } from '../schema.ts'

const key = [members.organizationId, members.personId]

interface Membership {
  readonly organizationId: number
  readonly personId: string
  readonly role: Role
}

async function keep(db: TransactionHandle, member: Membership & { readonly isRemoved: boolean }) {
  const { role, isRemoved } = member
  await db.insert(members).values(member).onConflictDoUpdate({ target: key, set: { role, isRemoved } })
}

/** Maintains the projection of members. */
export const followMembers = [
  on(teamEvents.memberJoined, async ({ db, organizationId }, { data: { userId: personId, role } }) => {
    if (organizationId !== null) await keep(db, { organizationId, personId, role, isRemoved: false })
  }),
  on(teamEvents.memberRoleChanged, async ({ db, organizationId }, { data: { userId: personId, role } }) => {
    if (organizationId !== null) await keep(db, { organizationId, personId, role, isRemoved: false })
  }),
  on(teamEvents.memberRemoved, async ({ db, organizationId }, { data: { userId: personId, role } }) => {
    if (organizationId !== null) await keep(db, { organizationId, personId, role, isRemoved: true })
  }),
]

/** Those of these people who are members now. */
export async function membersAmong(
  db: TransactionHandle,
  of: { readonly organizationId: number },
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personIds.length === 0) return new Set()
  const wanted = own(members, of, inArray(members.personId, [...personIds]), eq(members.isRemoved, false))
  const rows = await db.select({ personId: members.personId }).from(members).where(wanted)
  return new Set(rows.map(({ personId }) => personId))
}

/** The members with one of these roles, by id. */
export async function membersWithRole(
  db: TransactionHandle,
  of: { readonly organizationId: number },
  roles: readonly Role[],
): Promise<string[]> {
  const wanted = and(inArray(members.role, [...roles]), eq(members.isRemoved, false))
  const rows = await db
    .select({ personId: members.personId })
    .from(members)
    .where(own(members, of, wanted))
    .orderBy(members.personId)
  return rows.map(({ personId }) => personId)
}

/** Stewards by id (decision 75). */
export function stewardsOf(db: TransactionHandle, of: { readonly organizationId: number }) {
  return membersWithRole(db, of, rolesWith('version:manage'))
}

const waitMs = 2000

/**
 * Refuses people who are no members; the projection has time to learn of them. `who` begins the
 * sentence that says so.
 */
export async function knownMembers(
  ctx: Context,
  personIds: readonly string[],
  who = 'An approver or delegate',
): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const known = await ctx.tx((db) => membersAmong(db, ctx, personIds))
    if (personIds.every((id) => known.has(id))) return
    if (Date.now() > deadline) throw notMember(who)
    await sleep(100, ctx.signal)
    ctx.signal.throwIfAborted()
  }
}

const notMember = (who: string) =>
  new CodedError('invalid_request', `${who} must be a member of your organization.`)

/** Refuses an owner who is no member, and makes their leaving wait until the transaction ends. */
export async function lockOwner(
  db: TransactionHandle,
  of: { readonly organizationId: number },
  personId: string,
): Promise<void> {
  const wanted = own(members, of, eq(members.personId, personId), eq(members.isRemoved, false))
  const [member] = await db.select({ personId: members.personId }).from(members).where(wanted).for('share')
  if (!member) throw notMember('An owner')
}
