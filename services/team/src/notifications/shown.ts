import { own } from '@portal/service-kit/database/own'
import { and, eq, exists, gte, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readyKind } from './kinds.ts'
import { notifications } from './notifications-schema.ts'
import { type OfMember, visible } from './visible.ts'

/** Notifications of files that were read, beside one of them: all unread, or marked at once. */
const counted = alias(notifications, 'counted')

function countedBeside(...conditions: readonly (SQL | undefined)[]): SQL {
  const { personId, kind, readAt } = notifications
  const isTheirs = and(eq(counted.personId, personId), eq(counted.kind, kind))
  const isSameLook = sql`${counted.readAt} is not distinct from ${readAt}`
  const beside = own(counted, notifications, isTheirs, isSameLook, ...conditions)
  return sql`from ${notifications} as ${counted} where ${beside}`
}

/** What lists show: of files that were read, only the newest which the member may see. */
export function shown(member: OfMember): SQL | undefined {
  const { kind, id } = notifications
  const files = and(visible(member, counted), eq(counted.kind, readyKind))
  // Once for all rows: thousands of files may be unread, and every page counts them.
  const newest = sql`(select distinct on (${counted.readAt}) ${counted.id} from ${notifications} as ${counted} where ${files} order by ${counted.readAt}, ${counted.id} desc)`
  return and(visible(member), or(ne(kind, readyKind), sql`${id} in ${newest}`))
}

/** The number of files that a notification covers and the member may see now. */
export function countFiles(member: OfMember): SQL<number> {
  const all = countedBeside(visible(member, counted))
  return sql<number>`case when ${eq(notifications.kind, readyKind)} then (select count(*)::int ${all}) else 1 end`
}

/** Whether one of these notifications was shown and counted it. */
export function isCountedBy(ids: readonly string[]): SQL | undefined {
  const shownOne = countedBeside(inArray(counted.id, [...ids]), gte(counted.id, notifications.id))
  return and(eq(notifications.kind, readyKind), exists(sql`(select ${shownOne})`))
}
