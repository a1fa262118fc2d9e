import { organizationId, time } from '@portal/service-kit/database/columns'
import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { everybody } from '../figures/figures-schema.ts'

/** A vector of unit length, as floats of 32 bits. Read as a copy: the driver's is not aligned. */
const vectorColumn = customType<{ data: Float32Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
  fromDriver: (bytes) => new Float32Array(Uint8Array.from(bytes).buffer),
})

/** Wordings of which questions came, went or were rated since their group was counted. */
export const staleWordings = pgTable(
  'stale_wordings',
  { organizationId: organizationId(), wording: text('wording').notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.wording] })],
)

/** Questions of one meaning; the vector is that of its first wording, null if nobody encoded it. */
export const questionGroups = pgTable(
  'question_groups',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    model: text('model'),
    vector: vectorColumn('vector'),
    lastAskedAt: time('last_asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('question_groups_by_time').on(table.organizationId, table.lastAskedAt),
  ],
)

/** In which group a wording is. */
export const wordings = pgTable(
  'wordings',
  {
    organizationId: organizationId(),
    wording: text('wording').notNull(),
    groupId: uuid('group_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.wording] }),
    index('wordings_of_group').on(table.organizationId, table.groupId),
  ],
)

/**
 * A group's questions of the last 30 days, of everybody (0) and by department, in the words that
 * most people used. `departmentNumber` is the department that asked most.
 */
export const groupFigures = pgTable(
  'group_figures',
  {
    organizationId: organizationId(),
    department: integer('department').notNull().default(everybody),
    groupId: uuid('group_id').notNull(),
    question: text('question').notNull(),
    asked: integer('asked').notNull(),
    askers: integer('askers').notNull(),
    unanswered: integer('unanswered').notNull(),
    rated: integer('rated').notNull(),
    ratingSum: integer('rating_sum').notNull(),
    departmentNumber: integer('department_number'),
    /** Once it is older than 30 days, the group is counted anew; null: by an earlier release. */
    firstAskedAt: time('first_asked_at'),
    lastAskedAt: time('last_asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.department, table.groupId] }),
    index('group_figures_of_group').on(table.organizationId, table.groupId),
  ],
)
