import { z } from 'zod'
import { event, events } from './events.ts'
import { listQuery } from './list-query.ts'
import { route } from './route.ts'

/** For how many days a notification is kept (decision 70). */
export const notificationDays = 90

/** Most notifications that one request marks as read by their ids. */
export const readAtOnceMax = 1_000

/**
 * Something about a document that concerns one person. `kind` is the type of the event behind it,
 * `text` a sentence beside the document's `title` (of several files "… and 2 more"), `link` a path
 * of the portal. `dueAt`: until when the person is asked to act.
 */
export const Notification = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  dueAt: z.iso.datetime().nullable(),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Notification = z.infer<typeof Notification>

/** How many notifications a person has not read. */
export const UnreadNotifications = z.object({ unread: z.number().int() })
export type UnreadNotifications = z.infer<typeof UnreadNotifications>

const idsMessage = `Notifications must be a list of 1 to ${readAtOnceMax} ids.`

/** Some notifications, or all up to the newest that was seen; without `upTo` simply all. */
const ReadNotifications = z
  .object({
    ids: z.array(z.uuid(idsMessage), idsMessage).min(1, idsMessage).max(readAtOnceMax, idsMessage).optional(),
    all: z.literal(true).optional(),
    upTo: z.uuid().optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    error: 'Name the notifications that were read, or all of them.',
  })

/**
 * The daily mail with what is new (decision 70). `hour` and `timeZone` (IANA) say when it is sent;
 * `problem` is a sentence that says why none is.
 */
export const NotificationSettings = z.object({
  hasDigest: z.boolean(),
  hour: z.number().int().nullable(),
  timeZone: z.string(),
  problem: z.string().nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Routes for one's own notifications, served by team. */
export const notificationsApi = {
  listNotifications: route('GET', '/api/notifications', {
    can: 'notification:read',
    summary: 'What concerns oneself, newest first, for 90 days',
    query: listQuery(z.uuid()),
    returns: z.array(Notification),
  }),
  countUnreadNotifications: route('GET', '/api/notifications/unread', {
    can: 'notification:read',
    summary: 'How many notifications one has not read',
    returns: UnreadNotifications,
  }),
  markNotificationsRead: route('PUT', '/api/notifications/read', {
    can: 'notification:mark-read',
    summary: "Mark some or all of one's notifications as read; ids of others are ignored",
    body: ReadNotifications,
    returns: UnreadNotifications,
  }),
  readNotificationSettings: route('GET', '/api/notifications/settings', {
    can: 'notification:read',
    summary: 'Whether one gets a daily mail with what is new, and when',
    returns: NotificationSettings,
  }),
  changeNotificationSettings: route('PATCH', '/api/notifications/settings', {
    can: 'notification:configure',
    summary: "Switch one's daily mail on or off",
    body: z.object({ hasDigest: z.boolean() }),
    returns: NotificationSettings,
  }),
} as const

/** Events of notifications; their subject is a person. */
export const notificationsEvents = events('team', {
  /** For the browsers of the people whose list or count has changed; in no audit trail. */
  notificationsChanged: event('notification.changed', 1, {}),
  notificationSettingsChanged: event('notification.settings-changed', 1, { hasDigest: z.boolean() }),
})
