import { z } from 'zod'
import { acknowledgementsApi, acknowledgementsEvents } from './acknowledgements.ts'
import { approvalRulesApi, approvalRulesEvents } from './approval-rules.ts'
import { approvalsApi, approvalsEvents } from './approvals.ts'
import { CalendarDay, calendarDay } from './calendar-day.ts'
import { commentsApi, commentsEvents } from './comments.ts'
import { DepartmentNumber } from './departments.ts'
import { differenceApi } from './difference.ts'
import { event, events } from './events.ts'
import { evidenceApi, evidenceEvents } from './evidence.ts'
import { Ingestion, IngestionState, ingestionApi } from './ingestion.ts'
import { listQuery } from './list-query.ts'
import { ownDataApi } from './own-data.ts'
import { retrievalApi } from './retrieval.ts'
import { reviewedRetrievalApi } from './reviewed-retrieval.ts'
import { Review, ReviewChange, reviewsEvents } from './reviews.ts'
import { route } from './route.ts'
import { samplePoliciesApi } from './sample-policies.ts'
import { searchApi, searchEvents } from './search.ts'
import { uploadHelpApi } from './upload-help.ts'
import { versionFactsApi } from './version-facts.ts'
import { DocumentPath, VersionPath, VersionState, versionsApi, versionsEvents } from './versions.ts'
import { visibleName } from './visible-name.ts'

/** Largest upload, in bytes (product §9: 10 MB; decision 25). */
export const uploadBytesMax = 10 * 1024 * 1024

/** Media types of the files that versions are made of. */
const versionFileTypes = [
  'application/pdf',
  'text/plain',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/msword',
]

/** A document. `customId` is the displayed ID; `sizeBytes` is the file's. */
export const Document = z.object({
  id: z.uuid(),
  customId: z.string(),
  title: z.string(),
  departmentId: z.number().int().nullable(),
  departmentName: z.string().nullable(),
  isActive: z.boolean(),
  /** Numbers of the departments that may read it; empty: the whole organization (decision 28). */
  visibleTo: z.array(z.number().int()),
  /** The member who answers for it (decision 75). */
  ownerId: z.string().nullable().default(null),
  /** From when the current version applies: a day in the organization's time zone. */
  effectiveOn: CalendarDay.nullable().default(null),
  review: Review.default({ nextOn: null, cycleMonths: null, isOverdue: false }),
  /** Added by the portal for a first look. */
  isSample: z.boolean().default(false),
  createdAt: z.iso.datetime(),
  organizationId: z.number().int(),
  fileName: z.string(),
  fileType: z.string(),
  sizeBytes: z.number().int(),
  currentVersion: z.object({ id: z.uuid(), version: z.number().int() }).nullable(),
  /** The state of the newest version, of a document without a current one. */
  newestVersion: VersionState.optional(),
  ingestion: Ingestion,
})
export type Document = z.infer<typeof Document>

/** A deleted document, until `purgedAt` (decision 27). */
export const DeletedDocument = Document.extend({ deletedAt: z.iso.datetime(), purgedAt: z.iso.datetime() })
export type DeletedDocument = z.infer<typeof DeletedDocument>

/** Most documents of one archive: their ids are in its address. */
export const archivedDocumentsMax = 100

/** Orders of the library: by time of upload, or by title. */
export const DocumentSort = z.enum(['newest', 'oldest', 'title'])
export type DocumentSort = z.infer<typeof DocumentSort>

const title = visibleName({ label: 'Title', min: 1, max: 300 })
const VisibleTo = z.array(DepartmentNumber).max(100)
const OwnerId = z.string().min(1).max(200)

/**
 * What may be changed of a document without a new version; fields that are absent stay. With
 * `seen`, what a form began with, it is refused if somebody has changed that meanwhile.
 */
export const DocumentChange = z
  .object({
    seen: z.object({ visibleTo: VisibleTo, ownerId: OwnerId.nullable() }).partial().optional(),
    title: title.optional(),
    departmentId: DepartmentNumber.nullable().optional(),
    isActive: z.boolean().optional(),
    visibleTo: VisibleTo.optional(),
    ownerId: OwnerId.nullable().optional(),
    ...ReviewChange.shape,
  })
  .refine(({ seen: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'Nothing is to be changed: name at least one field.',
  })
export type DocumentChange = z.infer<typeof DocumentChange>

/** Routes of the documents service. */
export const documentsApi = {
  ...ownDataApi,
  ...searchApi,
  ...ingestionApi,
  ...uploadHelpApi,
  // Before the addresses of single documents, whose ids are anything but these words.
  ...samplePoliciesApi,
  listDocuments: route('GET', '/api/documents', {
    can: 'document:read',
    summary: 'Documents, newest first',
    query: listQuery(z.uuid()).extend({
      q: z.string().max(500).optional(),
      department: DepartmentNumber.optional(),
      status: z.enum(['active', 'inactive']).optional(),
      sort: DocumentSort.optional(),
      /** Only those whose next review is due by the end of this day. */
      reviewBy: calendarDay('Day of the review').optional(),
    }),
    returns: z.array(Document),
  }),
  listDeletedDocuments: route('GET', '/api/documents/deleted', {
    can: 'document:restore',
    summary: 'Documents deleted in the last 30 days, newest first',
    query: listQuery(z.uuid()),
    returns: z.array(DeletedDocument),
  }),
  archiveDocuments: route('GET', '/api/documents/archive', {
    can: 'document:read',
    summary: 'The current files of chosen documents as a ZIP archive with a manifest',
    query: z.object({
      /** Ids with commas between. */
      ids: z
        .string()
        .transform((text) => [...new Set(text.split(','))])
        .pipe(z.array(z.uuid()).min(1).max(archivedDocumentsMax)),
    }),
    streams: ['application/zip'],
  }),
  readDocument: route('GET', '/api/documents/{id}', {
    can: 'document:read',
    summary: 'One document',
    params: DocumentPath,
    returns: Document,
  }),
  changeDocument: route('PATCH', '/api/documents/{id}', {
    can: 'document:update',
    summary: 'Change title, department, owner, dates, visibility, or whether it is in force',
    params: DocumentPath,
    body: DocumentChange,
    returns: Document,
    // It opens a document to others, or makes somebody its owner.
    bearer: false,
  }),
  recertifyDocument: route('POST', '/api/documents/{id}/recertify', {
    can: 'document:recertify',
    summary: 'Confirm that the current version still holds; the next review follows its cycle',
    params: DocumentPath,
    returns: Document,
  }),
  restoreDocument: route('POST', '/api/documents/{id}/restore', {
    can: 'document:restore',
    summary: 'Take back a deletion, within 30 days',
    params: DocumentPath,
    returns: Document,
  }),
  uploadDocument: route('POST', '/api/documents', {
    can: 'document:upload',
    summary: 'Upload a document; its text is read in the background',
    form: z.object({
      title: title.optional(),
      departmentId: z.union([z.literal('').transform(() => undefined), DepartmentNumber]).optional(),
      customId: visibleName({ label: 'ID', min: 1, max: 60 }).optional(),
      /** Numbers of departments with commas between; empty or absent: the whole organization. */
      visibleTo: z
        .string()
        .max(1000)
        .transform((text): (string | number)[] => text.split(',').filter((part) => part !== ''))
        .pipe(VisibleTo)
        .optional(),
      ownerId: z.union([z.literal('').transform(() => undefined), OwnerId]).optional(),
    }),
    returns: Document,
    status: 201,
  }),
  deleteDocument: route('DELETE', '/api/documents/{id}', {
    can: 'document:delete',
    summary: 'Delete a document (kept 30 days)',
    params: DocumentPath,
  }),
  ...versionsApi,
  ...versionFactsApi,
  ...differenceApi,
  ...approvalsApi,
  ...commentsApi,
  ...approvalRulesApi,
  ...evidenceApi,
  ...acknowledgementsApi,
  readVersionFile: route('GET', '/api/documents/{id}/versions/{versionId}/file', {
    can: 'version:read',
    summary: 'The original file of a version, as it was uploaded, or one byte range of it',
    params: VersionPath,
    streams: versionFileTypes,
  }),
  ...retrievalApi,
  ...reviewedRetrievalApi,
} as const

/** Events of the documents service. */
export const documentsEvents = {
  ...events('documents', {
    documentUploaded: event('document.uploaded', 1, {
      documentId: z.uuid(),
      versionId: z.uuid(),
      title: z.string(),
      /** Absent from older events, like all below. */
      visibleTo: z.array(z.number().int()).optional(),
      ownerId: z.string().nullable().optional(),
      departmentNumber: z.number().int().nullable().optional(),
    }),
    documentDeleted: event('document.deleted', 1, { documentId: z.uuid() }),
    /** Version and author are absent from older events and from republished ones. */
    ingestionChanged: event('document.ingestion-changed', 1, {
      documentId: z.uuid(),
      state: IngestionState,
      versionId: z.uuid().optional(),
      authorId: z.string().optional(),
    }),
  }),
  ...events('documents', {
    documentChanged: event('document.changed', 1, {
      documentId: z.uuid(),
      title: z.string(),
      departmentNumber: z.number().int().nullable(),
      isActive: z.boolean(),
      visibleTo: z.array(z.number().int()),
      ownerId: z.string().nullable().optional(),
      ...ReviewChange.shape,
    }),
    /** What it is again; absent from older events. */
    documentRestored: event('document.restored', 1, {
      documentId: z.uuid(),
      title: z.string().optional(),
      isActive: z.boolean().optional(),
      visibleTo: z.array(z.number().int()).optional(),
      ownerId: z.string().nullable().optional(),
    }),
  }),
  ...reviewsEvents,
  ...versionsEvents,
  ...approvalsEvents,
  ...commentsEvents,
  ...approvalRulesEvents,
  ...evidenceEvents,
  ...acknowledgementsEvents,
  ...searchEvents,
}
