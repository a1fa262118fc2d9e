import type { Outcome } from '@portal/contracts/citation'
import type { GoldenCause } from '@portal/contracts/golden-questions'
import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import { boolean, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Questions whose answers stewards know. */
export const goldenQuestions = pgTable(
  'golden_questions',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    question: text('question').notNull(),
    documentId: uuid('document_id').notNull(),
    words: text('words').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

/** Askings of all golden questions, on behalf of a steward. */
export const goldenRuns = pgTable(
  'golden_runs',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    cause: text('cause').$type<GoldenCause>().notNull(),
    state: text('state', { enum: ['running', 'finished', 'failed'] }).notNull(),
    askedBy: text('asked_by').notNull(),
    questions: integer('questions').notNull(),
    startedAt: time('started_at').notNull().defaultNow(),
    finishedAt: time('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

/** One question of a run. `hasWords` is null without words to look for. */
export const goldenResults = pgTable(
  'golden_results',
  {
    organizationId: organizationId(),
    runId: uuid('run_id').notNull(),
    questionId: uuid('question_id').notNull(),
    outcome: text('outcome').$type<Outcome>().notNull(),
    isRightDocument: boolean('is_right_document').notNull(),
    hasWords: boolean('has_words'),
    citedDocuments: uuid('cited_documents').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.runId, table.questionId] }),
    foreignKey({
      columns: [table.organizationId, table.runId],
      foreignColumns: [goldenRuns.organizationId, goldenRuns.id],
      name: 'golden_results_run',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.questionId],
      foreignColumns: [goldenQuestions.organizationId, goldenQuestions.id],
      name: 'golden_results_question',
    }).onDelete('cascade'),
  ],
)
