import { z } from 'zod'
import { isTimeZone } from './calendar-day.ts'
import { featureNames } from './features.ts'
import { OrganizationName } from './organization-name.ts'
import { route } from './route.ts'

/** Longest cycle of reviews, in months. */
export const reviewCycleMonthsMax = 120

/** Askers from which a question may be shown to others, unless an organization lowers it. */
const trendingAskersDefault = 3

const zoneMessage = 'Time zone must be one of the IANA database, as Europe/Berlin.'

/**
 * What an organization decides once for all its documents. `timeZone` is the IANA zone in which
 * days begin and mails are sent; `reviewCycleMonths` and `approvalDeadlineDays` hold where a
 * document or a rule says nothing (null: no review, no deadline); approvers are reminded so many
 * days before their deadline. `trendingAskersMin` is how many people must have asked a question
 * before analytics show it (decision 33); conversations are deleted `conversationDays` after their
 * last message (null: they are kept).
 */
export const OrganizationSettings = z.object({
  timeZone: z.string(zoneMessage).max(100, zoneMessage).refine(isTimeZone, zoneMessage),
  reviewCycleMonths: z.number().int().min(1).max(reviewCycleMonthsMax).nullable(),
  approvalDeadlineDays: z.number().int().min(1).max(365).nullable(),
  approvalReminderDays: z.array(z.number().int().min(1).max(60)).max(5),
  trendingAskersMin: z.number().int().min(1).max(trendingAskersDefault),
  conversationDays: z.number().int().min(30).max(3650).nullable(),
})
export type OrganizationSettings = z.infer<typeof OrganizationSettings>

/** Those of an organization that has not changed them. */
export const defaultSettings: OrganizationSettings = {
  timeZone: 'UTC',
  reviewCycleMonths: 12,
  approvalDeadlineDays: null,
  approvalReminderDays: [3, 1],
  trendingAskersMin: trendingAskersDefault,
  conversationDays: null,
}

/** The settings as events carry them: those from before a setting existed have its default. */
export const PublishedSettings = OrganizationSettings.extend({
  trendingAskersMin: OrganizationSettings.shape.trendingAskersMin.default(trendingAskersDefault),
  conversationDays: OrganizationSettings.shape.conversationDays.default(null),
})

/**
 * Fields that are absent stay. With `seen`, what a form began with, it is refused if somebody has
 * changed that meanwhile; so are the name and the features.
 */
export const SettingsChange = OrganizationSettings.partial()
  .extend({ seen: OrganizationSettings.partial().optional() })
  .refine(({ seen: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'Nothing is to be changed: name at least one field.',
  })

/** The features that are switched off, each once, in the order of the list. */
export const FeaturesOff = z
  .array(z.enum(featureNames, 'This feature is not known.'), 'Name the features that are switched off.')
  .max(100, 'Name each feature once.')
  .transform((off) => featureNames.filter((name) => off.includes(name)))

/** Routes for the settings of one's own organization, served by team. */
export const organizationSettingsApi = {
  readSettings: route('GET', '/api/organization/settings', {
    can: 'organization:read',
    summary: 'Time zone, what holds for reviews and approvals by default, and what is shown and kept',
    returns: OrganizationSettings,
  }),
  changeSettings: route('PATCH', '/api/organization/settings', {
    can: 'organization:change-settings',
    summary: 'Change settings of the organization',
    body: SettingsChange,
    returns: OrganizationSettings,
  }),
  renameOrganization: route('PATCH', '/api/organization', {
    can: 'organization:change-settings',
    summary: 'Give the organization another name',
    body: z.object({ name: OrganizationName, seen: z.object({ name: z.string().max(1000) }).optional() }),
    returns: z.object({ id: z.number().int(), name: z.string() }),
  }),
  changeFeatures: route('PUT', '/api/organization/features', {
    can: 'organization:change-settings',
    summary: 'Say which features are switched off; all others are on',
    body: z.object({ featuresOff: FeaturesOff, seen: z.object({ featuresOff: FeaturesOff }).optional() }),
    returns: z.object({ featuresOff: z.array(z.string()) }),
  }),
} as const
