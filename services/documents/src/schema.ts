import type { RuleStage } from '@portal/contracts/approval-rules'
import type { ApprovalStatus } from '@portal/contracts/approvals'
import type { IngestionState } from '@portal/contracts/ingestion'
import { roles } from '@portal/contracts/permissions'
import type { TextSection, VersionStatus } from '@portal/contracts/versions'
import { createdAt, organizationId, time } from '@portal/service-kit/database/columns'
import type { ParsableType } from '@portal/service-kit/ports/document-parser'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'

/** Departments, projected from team's events. Deletion is final: numbers are never reused. */
export const departments = pgTable(
  'departments',
  {
    organizationId: organizationId(),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    /** Null if only the deletion was received. */
    color: text('color'),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
)

/** Members, projected from team's events; one who left keeps the last role until they return. */
export const members = pgTable(
  'members',
  {
    organizationId: organizationId(),
    personId: text('person_id').notNull(),
    role: text('role', { enum: roles }).notNull(),
    isRemoved: boolean('is_removed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.personId] })],
)

/** The next number of `DOC-<n>` in each organization (decision 24). */
export const documentCounters = pgTable('document_counters', {
  organizationId: organizationId().primaryKey(),
  last: integer('last').notNull(),
})

/** `visibleTo` empty: everyone (decision 28). `revision` orders writes to the index. */
export const documents = pgTable(
  'documents',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    customId: text('custom_id').notNull(),
    title: text('title').notNull(),
    /** Both in small letters, as the library is searched: folding each row anew takes longer. */
    foundBy: text('found_by').generatedAlwaysAs(sql`lower(custom_id || E'\\n' || title)`),
    departmentNumber: integer('department_number'),
    visibleTo: integer('visible_to').array().notNull().default(sql`'{}'`),
    isActive: boolean('is_active').notNull().default(true),
    currentVersionId: uuid('current_version_id'),
    revision: bigint('revision', { mode: 'number' }).notNull().default(1),
    createdBy: text('created_by').notNull(),
    /** A member who may write versions beside the stewards (decision 75). */
    ownerId: text('owner_id'),
    /** Null: the organization's cycle. 0: it is not reviewed. */
    reviewCycleMonths: integer('review_cycle_months'),
    nextReviewOn: date('next_review_on'),
    /** Of the sample policies, and as these left it: no version of a person's came after it. */
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: createdAt(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('documents_custom_id')
      .on(table.organizationId, table.customId)
      .where(sql`deleted_at is null`),
    index('documents_title')
      .on(table.organizationId, sql`lower(${table.title})`, table.id)
      .where(sql`deleted_at is null`),
    index('documents_next_review')
      .on(table.organizationId, table.nextReviewOn)
      .where(sql`deleted_at is null and next_review_on is not null`),
  ],
)

export const versions = pgTable(
  'versions',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    changes: text('changes').notNull().default(''),
    fileName: text('file_name').notNull(),
    fileType: text('file_type').$type<ParsableType>().notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    blobKey: text('blob_key').notNull(),
    status: text('status').$type<VersionStatus>().notNull(),
    /** How often it was submitted: the number of its present round of approvals. */
    round: integer('round').notNull().default(0),
    submittedAt: time('submitted_at'),
    approvedAt: time('approved_at'),
    /** Scheduled while approved, in the future and not activated; null: activated by hand. */
    effectiveAt: time('effective_at'),
    activatedAt: time('activated_at'),
    supersededAt: time('superseded_at'),
    ingestionState: text('ingestion_state').$type<IngestionState>().notNull().default('queued'),
    ingestionReason: text('ingestion_reason'),
    passageCount: integer('passage_count'),
    /** Pages that show text which could not be read, or not all of it. */
    unreadPages: integer('unread_pages').array().notNull().default(sql`'{}'`),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('versions_number').on(table.organizationId, table.documentId, table.number),
    index('versions_upload').on(table.organizationId, table.createdBy, table.sha256),
    index('versions_content').on(table.organizationId, table.sha256),
    index('versions_scheduled')
      .on(table.organizationId, table.effectiveAt)
      .where(sql`status = 'approved' and activated_at is null and effective_at is not null`),
    foreignKey({
      columns: [table.organizationId, table.documentId],
      foreignColumns: [documents.organizationId, documents.id],
      name: 'versions_document',
    }),
  ],
)

/**
 * One row per approver of a version's round and stage. `quorum` approvals decide the stage. Rows
 * are bound to the file by its hash, and outlive later rounds.
 */
export const approvals = pgTable(
  'approvals',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    versionId: uuid('version_id').notNull(),
    round: integer('round').notNull(),
    stage: integer('stage').notNull(),
    quorum: integer('quorum').notNull(),
    /** Asked because the author named them, and not by the rule. */
    isNamed: boolean('is_named').notNull().default(false),
    approverId: text('approver_id').notNull(),
    delegateId: text('delegate_id'),
    status: text('status').$type<ApprovalStatus>().notNull(),
    comments: text('comments'),
    contentHash: text('content_hash').notNull(),
    /** How long the approver has once the stage is reached; null: no deadline. */
    deadlineDays: integer('deadline_days'),
    dueAt: time('due_at'),
    /** The nearest reminder that was sent, in days before the deadline. */
    remindedDays: integer('reminded_days'),
    /** Who may decide as well once the deadline has passed. */
    escalateToId: text('escalate_to_id'),
    escalatedAt: time('escalated_at'),
    decidedBy: text('decided_by'),
    decidedAt: time('decided_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('approvals_once').on(
      table.organizationId,
      table.versionId,
      table.round,
      table.stage,
      table.approverId,
    ),
    index('approvals_due')
      .on(table.organizationId, table.dueAt)
      .where(sql`status = 'pending' and due_at is not null`),
    index('approvals_of_approver').on(table.organizationId, table.approverId, table.status),
    index('approvals_of_delegate').on(table.organizationId, table.delegateId, table.status),
    foreignKey({
      columns: [table.organizationId, table.versionId],
      foreignColumns: [versions.organizationId, versions.id],
      name: 'approvals_version',
    }),
  ],
)

/** What approval a version needs; department 0: the organization's documents without a rule. */
export const approvalRules = pgTable(
  'approval_rules',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    departmentNumber: integer('department_number').notNull(),
    stages: jsonb('stages').$type<RuleStage[]>().notNull(),
    mayAuthorDecide: boolean('may_author_decide').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('approval_rules_department').on(table.organizationId, table.departmentNumber),
  ],
)

/** The immutable text of a version; offsets everywhere are UTF-16 units into it. */
export const versionTexts = pgTable(
  'version_texts',
  {
    organizationId: organizationId(),
    versionId: uuid('version_id').notNull(),
    text: text('text').notNull(),
    sections: jsonb('sections').$type<z.infer<typeof TextSection>[]>().notNull(),
    pages: jsonb('pages').$type<{ page: number; start: number }[]>().notNull(),
    parser: text('parser').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.versionId] }),
    foreignKey({
      columns: [table.organizationId, table.versionId],
      foreignColumns: [versions.organizationId, versions.id],
      name: 'version_texts_version',
    }),
  ],
)

export const passages = pgTable(
  'passages',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    versionId: uuid('version_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    start: integer('start_offset').notNull(),
    end: integer('end_offset').notNull(),
    headingPath: text('heading_path').array().notNull(),
    page: integer('page'),
    text: text('text').notNull(),
    contentHash: text('content_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('passages_version').on(table.organizationId, table.versionId, table.ordinal),
    index('passages_content').on(table.organizationId, table.contentHash),
    foreignKey({
      columns: [table.organizationId, table.versionId],
      foreignColumns: [versions.organizationId, versions.id],
      name: 'passages_version_of',
    }),
  ],
)

/** Read by the platform role: to fill a new index, find what is due, and people's names. */
export const platformTables = [
  'documents',
  'versions',
  'approvals',
  'organization_settings',
  'review_reminders',
  'acknowledgement_campaigns',
  'people',
]
