import { rolesWith } from '@portal/contracts/permissions'
import type { OfOrganization } from '@portal/service-kit/database/own'
import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { memberDepartments, memberships } from '../schema.ts'
import { knownDocuments, notifications } from './notifications-schema.ts'

/** Notifications, under their own name or another one in the same query. */
export type NotificationRows = Readonly<
  Record<'organizationId' | 'personId' | 'documentId' | 'versionId', PgColumn>
>

/** A member, as the owner of notifications. */
export interface OfMember extends OfOrganization {
  readonly personId: string
}

/**
 * A person's notifications of documents that they may see now, by the rules of the documents
 * service: a document that was restricted, deleted or put out of force since leaves list, count and
 * mail, and its title with it (decisions 28, 57 and 75).
 */
export function visible(member: OfMember, rows: NotificationRows = notifications): SQL {
  const isTheirs = eq(rows.personId, member.personId)
  const document = own(
    knownDocuments,
    rows,
    eq(knownDocuments.id, rows.documentId),
    isNull(knownDocuments.deletedAt),
  )
  const membership = own(memberships, rows, eq(memberships.personId, rows.personId))
  const mayRead = or(
    inArray(memberships.role, rolesWith('document:read-any-department')),
    eq(knownDocuments.ownerId, rows.personId),
    and(isOpenToDepartment(rows), isInForce()),
    decides(rows),
  )
  const readable = sql`(select from ${knownDocuments}, ${memberships} where ${and(document, membership, mayRead)})`
  return own(rows, member, isTheirs, exists(readable))
}

function isOpenToDepartment(rows: NotificationRows): SQL | undefined {
  const { personId, number } = memberDepartments
  const assigned = own(memberDepartments, rows, eq(personId, rows.personId))
  const isTheirs = sql`${number} = any(${knownDocuments.visibleTo})`
  return or(
    sql`cardinality(${knownDocuments.visibleTo}) = 0`,
    exists(sql`(select from ${memberDepartments} where ${and(assigned, isTheirs)})`),
  )
}

function isInForce(): SQL | undefined {
  return or(
    inArray(memberships.role, rolesWith('document:read-inactive')),
    and(knownDocuments.isActive, knownDocuments.hasCurrentVersion),
  )
}

/** A person who is asked to decide about a version sees it until the approval is closed. */
function decides(rows: NotificationRows): SQL {
  const asked = alias(notifications, 'asked')
  const sameVersion = and(eq(asked.personId, rows.personId), eq(asked.versionId, rows.versionId))
  const isOpen = and(like(asked.about, 'approval %'), isNull(asked.closedAt))
  return exists(
    sql`(select from ${notifications} as ${asked} where ${own(asked, rows, sameVersion, isOpen)})`,
  )
}
