import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Settings of organizations that have changed them, projected from team's events. */
export const organizationSettings = pgTable('organization_settings', {
  organizationId: bigint('organization_id', { mode: 'number' }).primaryKey(),
  timeZone: text('time_zone').notNull(),
  reviewCycleMonths: integer('review_cycle_months'),
  approvalDeadlineDays: integer('approval_deadline_days'),
  approvalReminderDays: integer('approval_reminder_days').array().notNull(),
})
