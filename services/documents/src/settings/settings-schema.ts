import { organizationId } from '@portal/service-kit/database/columns'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Settings of organizations that have changed them, projected from team's events. */
export const organizationSettings = pgTable('organization_settings', {
  organizationId: organizationId().primaryKey(),
  timeZone: text('time_zone').notNull(),
  reviewCycleMonths: integer('review_cycle_months'),
  approvalDeadlineDays: integer('approval_deadline_days'),
  approvalReminderDays: integer('approval_reminder_days').array().notNull(),
})
