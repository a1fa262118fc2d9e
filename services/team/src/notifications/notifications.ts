import type { Notification } from '@portal/contracts/notifications'
import type { teamApi } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { and, count, desc, eq, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { inWords, readyKind } from './kinds.ts'
import { knownDocuments, notifications } from './notifications-schema.ts'
import { emitChanged } from './notify.ts'
import { countFiles, isCountedBy, shown } from './shown.ts'
import { type OfMember, visible } from './visible.ts'

export const listNotifications: Verb<typeof teamApi.listNotifications> = async (ctx, { query }) => {
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: notifications,
      where: shown(ctx),
      after: query.cursor === undefined ? undefined : lt(notifications.id, query.cursor),
      load: (where, limit) => loadNotifications(db, ctx, { where, limit }),
    }),
  )
  return rows.map(presentNotification)
}

export const countUnreadNotifications: Verb<typeof teamApi.countUnreadNotifications> = (ctx) =>
  ctx.tx(async (db) => ({ unread: await countUnread(db, ctx) }))

/** Ids of other people's notifications are ignored like unknown ones. */
export const markNotificationsRead: Verb<typeof teamApi.markNotificationsRead> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { ids, upTo } = body
    const chosen = ids
      ? or(inArray(notifications.id, ids), isCountedBy(ids))
      : upTo && lte(notifications.id, upTo)
    const read = await db
      .update(notifications)
      .set({ readAt: sql`now()` })
      .where(and(visible(ctx), isNull(notifications.readAt), chosen || undefined))
      .returning({ personId: notifications.personId })
    await emitChanged(
      emit,
      ctx.organizationId,
      read.map(({ personId }) => personId),
    )
    return ctx.respond(db, { unread: await countUnread(db, ctx) })
  })

async function countUnread(db: TransactionHandle, member: OfMember): Promise<number> {
  const [counted] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(shown(member), isNull(notifications.readAt)))
  return counted?.unread ?? 0
}

/** What a digest is about: neither read nor mailed yet. */
export const isNews = and(
  isNull(notifications.readAt),
  isNull(notifications.mailedAt),
  ne(notifications.kind, readyKind),
)

/** A notification with the present title of its document. */
export type TitledNotification = Awaited<ReturnType<typeof loadNotifications>>[number]

/** A member's notifications with the titles of their documents, newest first. */
export function loadNotifications(
  db: TransactionHandle,
  member: OfMember,
  { where, limit }: { readonly where: SQL | undefined; readonly limit: number },
) {
  return db
    .select({ notification: notifications, title: knownDocuments.title, files: countFiles(member) })
    .from(notifications)
    .innerJoin(
      knownDocuments,
      own(knownDocuments, notifications, eq(knownDocuments.id, notifications.documentId)),
    )
    .where(where)
    .orderBy(desc(notifications.id))
    .limit(limit)
}

/** A notification as sent to clients. */
export function presentNotification({ notification, title, files }: TitledNotification): Notification {
  const { id, kind, matter, readAt, closedAt, createdAt } = notification
  const isClosed = closedAt !== null
  return {
    ...{ id, kind, title: files === 1 ? title : `${title} and ${files - 1} more` },
    ...{ isRead: readAt !== null, createdAt: createdAt.toISOString() },
    ...inWords(kind, { matter, files, isClosed }),
    dueAt: isClosed ? null : (matter.dueAt ?? null),
  }
}
