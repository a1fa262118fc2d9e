import { organizationId } from '@portal/service-kit/database/columns'
import { bigint, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

const day = () => date('day', { mode: 'string' }).notNull()
/** A department's number; 0 has the questions of everybody, each once. */
const department = () => integer('department').notNull()

/** In place of a department: everybody. */
export const everybody = 0

/** Days, in the zone of the organization, whose roll-ups are older than their questions. */
export const staleDays = pgTable('stale_days', { organizationId: organizationId(), day: day() }, (table) => [
  primaryKey({ columns: [table.organizationId, table.day] }),
])

/** The questions of a day by department; made from `questions`, and from nothing else. */
export const questionDays = pgTable(
  'question_days',
  {
    organizationId: organizationId(),
    department: department(),
    day: day(),
    questions: integer('questions').notNull(),
    noEvidence: integer('no_evidence').notNull(),
    rated: integer('rated').notNull(),
    lowRated: integer('low_rated').notNull(),
    ratingSum: bigint('rating_sum', { mode: 'number' }).notNull(),
    /** Of the times of its answers; null without any, and from a release that did not keep it. */
    medianBucket: integer('median_bucket'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.department, table.day] })],
)

/** How many answers of a day took how long, by buckets of 4 %, from which a median is read. */
export const answerTimes = pgTable(
  'answer_times',
  {
    organizationId: organizationId(),
    department: department(),
    day: day(),
    bucket: integer('bucket').notNull(),
    answers: integer('answers').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.department, table.day, table.bucket] })],
)

/** How many answers of a day cite a document. */
export const documentDays = pgTable(
  'document_days',
  {
    organizationId: organizationId(),
    documentId: uuid('document_id').notNull(),
    day: day(),
    answers: integer('answers').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.documentId, table.day] }),
    index('document_days_by_day').on(table.organizationId, table.day),
  ],
)
