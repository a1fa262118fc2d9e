import type { Activity, analyticsApi } from '@portal/contracts/analytics'
import { memberCan } from '@portal/contracts/features'
import type { RouteInput } from '@portal/contracts/route'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import {
  and,
  arrayContains,
  arrayOverlaps,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { documents, people } from '../facts/facts-schema.ts'
import { openDocuments } from '../facts/visible-documents.ts'
import type { Context, Verb } from '../ports.ts'
import { type ActivityKind, activityKinds, consequences } from './activity-kinds.ts'
import { activities } from './activity-schema.ts'

type Query = RouteInput<typeof analyticsApi.listActivity>['query']

export const listActivity: Verb<typeof analyticsApi.listActivity> = async (ctx, { query }) =>
  presentActivities(ctx, await ctx.tx((db) => loadActivities(db, ctx, query)))

type Row = typeof activities.$inferSelect & { readonly title: string | null; readonly isOpen: boolean }

/** In the order of event ids, which is that of time. */
export function loadActivities(db: TransactionHandle, ctx: Context, query: Query): Promise<Row[]> {
  const { id, documentId } = activities
  const ofActivity = own(documents, activities, eq(documents.id, documentId))
  return listPart(ctx, db, {
    query,
    from: activities,
    where: own(activities, ctx, concerns(ctx), mayKnowDocument(ctx), not(followsFromAnother(ctx))),
    after: query.cursor === undefined ? undefined : sql`${id} < ${query.cursor}`,
    load: async (where, limit) => {
      const rows = await db
        .select({ activity: activities, title: documents.title, isDeleted: documents.isDeleted })
        .from(activities)
        .leftJoin(documents, ofActivity)
        .where(where)
        .orderBy(desc(id))
        .limit(limit)
      return rows.map(({ activity, title, isDeleted }) => ({
        ...activity,
        title,
        isOpen: isDeleted === false,
      }))
    },
  })
}

/** As the gateway decides whose browsers receive the event. */
function concerns({ personId, role, departments }: Context, of: Activities = activities): SQL | undefined {
  return or(
    eq(of.isForEveryone, true),
    arrayContains(of.users, [personId]),
    role === null ? undefined : arrayContains(of.roles, [role]),
    departments.length === 0 ? undefined : arrayOverlaps(of.departments, [...departments]),
  )
}

const cause = alias(activities, 'cause')
type Activities = typeof activities | typeof cause

/**
 * Whether the same person did something with the same document just before, of which this is the
 * consequence. A cause that the person here may not see hides nothing.
 */
function followsFromAnother(ctx: Context): SQL {
  const { id, at, action, actorId, documentId } = activities
  const before = sql`${cause.at} between ${at} - interval '5 seconds' and ${at} and ${cause.id} < ${id}`
  const same = and(eq(cause.documentId, documentId), eq(cause.actorId, actorId))
  const known = sql`(select from ${activities} cause where ${own(cause, activities, before, same, concerns(ctx, cause))})`
  return sql`(${inArray(action, consequences)} and ${exists(known)})`
}

/** Nothing of a document that was closed to the person since. */
function mayKnowDocument(ctx: Context): SQL | undefined {
  const ofActivity = eq(documents.id, activities.documentId)
  const known = sql`(select from ${documents} where ${openDocuments(ctx, ofActivity)})`
  return or(isNull(activities.documentId), exists(known))
}

const kinds = new Map(activityKinds.map((kind) => [kind.definition.type, kind]))

export async function presentActivities(ctx: Context, rows: readonly Row[]): Promise<Activity[]> {
  const ids = new Set(
    rows.flatMap(({ actorId, personId }) => [actorId, personId]).filter((id) => id !== null),
  )
  const named = await ctx.platformTx((db) =>
    ids.size === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(people)
          .where(inArray(people.personId, [...ids])),
  )
  const names = new Map(named.map(({ personId, name }) => [personId, name]))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return rows.map(({ id, at, action, actorId, personId, documentId, name, title, isOpen }) => {
    const kind = kinds.get(action)
    const isOneself = personId !== null && (actorId === personId || actorId === null)
    return {
      ...{ id, at: at.toISOString(), action, actorId: isOneself ? personId : actorId },
      phrase: isOneself ? (oneself[action] ?? kind?.phrase ?? action) : (kind?.phrase ?? action),
      actorName: nameOf(isOneself ? personId : actorId),
      subjectName: isOneself ? null : (name ?? title ?? nameOf(personId)),
      to: documentId === null ? pageOf(ctx, kind) : isOpen ? `/documents/${documentId}` : null,
    }
  })
}

/** The page of a kind, if the person may open it. */
function pageOf(ctx: Context, kind: ActivityKind | undefined): string | null {
  if (kind?.to === undefined) return null
  return kind.opens === undefined || memberCan(ctx, kind.opens) ? kind.to : null
}

/** What people do about themselves. */
const oneself: Readonly<Record<string, string>> = {
  'member.joined': 'joined the organization',
  'member.removed': 'left the organization',
}
