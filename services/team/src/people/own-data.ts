import { pictureType } from '@portal/contracts/pictures'
import type { teamApi } from '@portal/contracts/team'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { desc, eq } from 'drizzle-orm'
import { notificationSettings, notifications } from '../notifications/notifications-schema.ts'
import { personPictures } from '../pictures-schema.ts'
import type { Verb } from '../ports.ts'
import { memberships, organizations, removedMembers } from '../schema.ts'
import { loadPerson } from './load-person.ts'

/** What {@link personalData} erases, and memberships, for the person themselves (decision 40). */
export const readOwnData: Verb<typeof teamApi.readOwnData> = async (ctx) => {
  const { personId } = ctx
  const known = await ctx.platformTx(async (db) => {
    const loaded = rowOrNotFound(await loadPerson(db, personId))
    const { name } = organizations
    const present = await db
      .select({ organization: name, role: memberships.role, joinedAt: memberships.joinedAt })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(eq(memberships.personId, personId))
    const { role, joinedAt, removedAt } = removedMembers
    const ended = await db
      .select({ organization: name, role, joinedAt, removedAt })
      .from(removedMembers)
      .innerJoin(organizations, eq(organizations.id, removedMembers.organizationId))
      .where(eq(removedMembers.personId, personId))
    const pictures = await db
      .select({ content: personPictures.content })
      .from(personPictures)
      .where(eq(personPictures.personId, personId))
    return { loaded, memberships: [...present, ...ended], pictures }
  })
  const { accountSubject: _, ...profile } = known.loaded.person
  return {
    Profile: [profile],
    // As an address that a browser opens.
    Picture: known.pictures.map(({ content }) => ({
      url: `data:${pictureType};base64,${Buffer.from(content).toString('base64')}`,
    })),
    Memberships: known.memberships,
    Departments: known.loaded.departments.map(({ name }) => ({ name })),
    ...(ctx.role === null ? {} : await readNotified(ctx)),
  }
}

function readNotified(ctx: Parameters<typeof readOwnData>[0]) {
  return ctx.tx(async (db) => {
    const { id, kind, documentId, versionId, createdAt, readAt, mailedAt } = notifications
    const columns = { id, kind, documentId, versionId, createdAt, readAt, mailedAt }
    const ofCaller = own(notifications, ctx, eq(notifications.personId, ctx.personId))
    const got = await db.select(columns).from(notifications).where(ofCaller).orderBy(desc(createdAt))
    const { hasDigest } = notificationSettings
    const ofOwner = own(notificationSettings, ctx, eq(notificationSettings.personId, ctx.personId))
    const chosen = await db.select({ hasDigest }).from(notificationSettings).where(ofOwner)
    return { Notifications: got, 'Daily mail': chosen }
  })
}
