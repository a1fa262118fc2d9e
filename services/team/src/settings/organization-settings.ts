import { featureNames } from '@portal/contracts/features'
import { defaultSettings, OrganizationSettings } from '@portal/contracts/organization-settings'
import { type teamApi, teamEvents } from '@portal/contracts/team'
import { assertAsSeen } from '@portal/service-kit/assert-as-seen'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { eq } from 'drizzle-orm'
import { lockOrganization } from '../members/membership.ts'
import type { Verb } from '../ports.ts'
import { organizationSettings, organizations } from '../schema.ts'

export const readSettings: Verb<typeof teamApi.readSettings> = (ctx) =>
  ctx.tx(async (db) => (await loadSettings(db, ctx)) ?? defaultSettings)

/** One change after the other, so that of two at once neither loses a field of the other. */
export const changeSettings: Verb<typeof teamApi.changeSettings> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    await lockOrganization(db, organizationId)
    const present = (await loadSettings(db, ctx)) ?? defaultSettings
    const { seen, ...change } = body
    assertAsSeen(present, seen)
    const changed = OrganizationSettings.parse({ ...present, ...change })
    const days = new Set(changed.approvalReminderDays)
    const settings = { ...changed, approvalReminderDays: [...days].sort((a, b) => b - a) }
    await db
      .insert(organizationSettings)
      .values({ organizationId, ...settings })
      .onConflictDoUpdate({ target: organizationSettings.organizationId, set: settings })
    await emit(teamEvents.settingsChanged, { subject: String(organizationId), data: settings })
    return ctx.respond(db, settings)
  })

export const renameOrganization: Verb<typeof teamApi.renameOrganization> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId: id } = ctx
    const { name, seen } = body
    assertAsSeen({ name: (await lockedOrganization(db, id)).name }, seen)
    await db.update(organizations).set({ name }).where(eq(organizations.id, id))
    await emit(teamEvents.organizationRenamed, { subject: String(id), data: { name } })
    return ctx.respond(db, { id, name })
  })

export const changeFeatures: Verb<typeof teamApi.changeFeatures> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const { organizationId: id } = ctx
    const { featuresOff, seen } = body
    const before = await lockedOrganization(db, id)
    assertAsSeen({ featuresOff: featureNames.filter((name) => before.featuresOff.includes(name)) }, seen)
    await db.update(organizations).set({ featuresOff }).where(eq(organizations.id, id))
    await emit(teamEvents.featuresChanged, { subject: String(id), data: { featuresOff } })
    return ctx.respond(db, { featuresOff })
  })

async function lockedOrganization(db: TransactionHandle, id: number) {
  await lockOrganization(db, id)
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id))
  return rowOrNotFound(row)
}

/** Null while nothing was changed. */
async function loadSettings(
  db: TransactionHandle,
  of: { readonly organizationId: number },
): Promise<OrganizationSettings | null> {
  const [row] = await db.select().from(organizationSettings).where(own(organizationSettings, of))
  if (!row) return null
  const { organizationId: _, ...settings } = row
  return settings
}

export const republishSettings: Republish = {
  what: 'settings',
  list: async (db) => {
    const { organizationId } = organizationSettings
    const rows = await db.select({ organizationId }).from(organizationSettings).orderBy(organizationId)
    return rows.map((row) => ({ ...row, id: String(row.organizationId) }))
  },
  emitAgain: async (db, emit, of) => {
    await lockOrganization(db, of.organizationId)
    const settings = await loadSettings(db, of)
    if (settings) await emit(teamEvents.settingsChanged, { subject: of.id, data: settings })
  },
}
