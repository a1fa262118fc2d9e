import { z } from 'zod'
import { CalendarDay, calendarDay } from './calendar-day.ts'
import { event, events } from './events.ts'
import { Ingestion } from './ingestion.ts'
import { route } from './route.ts'
import { visibleName } from './visible-name.ts'

/** Where a version is in its life (product §4). Scheduled: approved, with a later `effectiveAt`. */
export const VersionStatus = z.enum(['draft', 'pending_approval', 'approved', 'rejected'])
export type VersionStatus = z.infer<typeof VersionStatus>

/** Characters of a version's text that lists carry and the detail dialog shows (product §9). */
export const contentPreviewLength = 500

/** Longest comment, reason or description of changes, in characters (decision 66). */
export const commentLengthMax = 4000

/**
 * A version of a document (product §3). `isActive`: the current one (decision 22). `content` is the
 * beginning of its text, null until it was read; `contentHash` the SHA-256 of its file, in
 * hexadecimal, to which decisions are bound. `supersededAt`: when another one became current.
 * `areChangesRequested`: a draft that an approver sent back, and that was not submitted again.
 */
export const DocumentVersion = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  version: z.number().int(),
  title: z.string(),
  changes: z.string(),
  fileName: z.string(),
  fileType: z.string(),
  sizeBytes: z.number().int(),
  content: z.string().nullable(),
  contentHash: z.string(),
  status: VersionStatus,
  areChangesRequested: z.boolean().default(false),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  submittedAt: z.iso.datetime().nullable(),
  approvedAt: z.iso.datetime().nullable(),
  effectiveAt: z.iso.datetime().nullable(),
  activatedAt: z.iso.datetime().nullable(),
  supersededAt: z.iso.datetime().nullable(),
  ingestion: Ingestion,
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

/** What a version's place in its life is known by. */
export const VersionState = DocumentVersion.pick({
  status: true,
  areChangesRequested: true,
  isActive: true,
  effectiveAt: true,
  activatedAt: true,
})
export type VersionState = z.infer<typeof VersionState>

/** A heading of a version's text. Offsets are UTF-16 units into `text`. */
export const TextSection = z.object({
  level: z.number().int(),
  title: z.string(),
  start: z.number().int(),
  page: z.number().int().nullable(),
})

/** The immutable text of a version. `pages` are the offsets at which pages 2, 3, … begin. */
export const VersionText = z.object({
  documentId: z.uuid(),
  versionId: z.uuid(),
  version: z.number().int(),
  title: z.string(),
  customId: z.string(),
  departmentName: z.string().nullable(),
  isCurrent: z.boolean(),
  status: VersionStatus,
  areChangesRequested: z.boolean().optional(),
  fileName: z.string(),
  fileType: z.string(),
  approvedAt: z.iso.datetime().nullable(),
  supersededAt: z.iso.datetime().nullable().optional(),
  /** Whether the reader may see and write comments on it (decision 75). */
  mayComment: z.boolean().optional(),
  text: z.string(),
  sections: z.array(TextSection),
  pages: z.array(z.object({ page: z.number().int(), start: z.number().int() })),
  /** What read it, by name and version. */
  parser: z.string().exactOptional(),
  /** Pages, from 1, of which not everything became text. */
  unreadPages: z.array(z.number().int()).exactOptional(),
})
export type VersionText = z.infer<typeof VersionText>

/** What the form of a new version says while anything is missing (product §5). */
export const fillInAllFields = 'Please fill in all fields and select a file'

const personIds = z.array(z.string().min(1).max(200)).max(50)
const listed = z
  .string()
  .max(10_000)
  .transform((ids) => ids.split(',').map((id) => id.trim()))
  .transform((ids) => ids.filter((id) => id !== ''))
  .pipe(personIds)

/** A time with its offset, or a day, which begins in the organization's time zone. */
export const EffectiveAt = z.union(
  [calendarDay('Effective date'), z.iso.datetime({ offset: true }).regex(/^(?:19|2\d)/)],
  'Effective date must be a day, as 2026-01-31, or a date and time, of the years 1900 to 2999.',
)

/** The text fields of a new version; form and server validate with it alike. */
export const NewVersion = z.object({
  title: z
    .string(fillInAllFields)
    .trim()
    .min(1, fillInAllFields)
    .pipe(visibleName({ label: 'Title', min: 1, max: 300 })),
  changes: z
    .string(fillInAllFields)
    .trim()
    .min(1, fillInAllFields)
    .max(commentLengthMax, `Changes must be at most ${commentLengthMax} characters.`),
})

/** Fields that a client may send beside them. `approverIds`: person ids with commas between. */
const NewVersionForm = NewVersion.extend({
  draft: z.stringbool({ error: 'Draft must be true or false.' }).optional(),
  approverIds: listed.optional(),
  effectiveAt: z.union([z.literal('').transform(() => undefined), EffectiveAt]).optional(),
})

/**
 * How a draft is submitted: further approvers, and from when it is to apply; null: from no day.
 * What is left out is as it was when the version was submitted before.
 */
export const Submission = z.object({
  approverIds: personIds.optional(),
  effectiveAt: EffectiveAt.nullable().optional(),
})

/** Names a document in a path. */
export const DocumentPath = z.object({ id: z.uuid() })
/** Names a version in a path. */
export const VersionPath = z.object({ id: z.uuid(), versionId: z.uuid() })

/** Routes for versions, served by documents. */
export const versionsApi = {
  listVersions: route('GET', '/api/documents/{id}/versions', {
    can: 'version:read',
    summary: "A document's versions, newest first; without the right to all of them, those one may read",
    params: DocumentPath,
    returns: z.array(DocumentVersion),
  }),
  createVersion: route('POST', '/api/documents/{id}/versions', {
    can: 'version:create',
    summary: 'Add a version: approved at once without an approval rule, else pending approval; or a draft',
    params: DocumentPath,
    form: NewVersionForm,
    returns: DocumentVersion,
    status: 201,
  }),
  submitVersion: route('POST', '/api/documents/{id}/versions/{versionId}/submit', {
    can: 'version:submit',
    summary: 'Submit a draft for approval',
    params: VersionPath,
    body: Submission,
    returns: DocumentVersion,
  }),
  withdrawVersion: route('POST', '/api/documents/{id}/versions/{versionId}/withdraw', {
    can: 'version:withdraw',
    summary: 'Take a version back from approval: it is a draft again',
    params: VersionPath,
    returns: DocumentVersion,
  }),
  activateVersion: route('POST', '/api/documents/{id}/versions/{versionId}/activate', {
    can: 'version:activate',
    summary: 'Make an approved version the current one',
    params: VersionPath,
    returns: DocumentVersion,
  }),
  readVersionText: route('GET', '/api/documents/{id}/versions/{versionId}/text', {
    can: 'version:read',
    summary: 'The text of a version, for opening a citation',
    params: VersionPath,
    returns: VersionText,
  }),
} as const

/** Who wrote the version and owns its document; absent from older events. */
const ofVersion = {
  ...{ documentId: z.uuid(), versionId: z.uuid(), version: z.number().int() },
  authorId: z.string().optional(),
  ownerId: z.string().nullable().optional(),
}

/** Events of versions; their subject is the document, whose row every transition locks. */
export const versionsEvents = events('documents', {
  versionCreated: event('version.created', 1, { ...ofVersion, status: VersionStatus }),
  versionSubmitted: event('version.submitted', 1, { ...ofVersion, contentHash: z.string() }),
  versionWithdrawn: event('version.withdrawn', 1, ofVersion),
  /** `effectiveAt` in the future: it will be activated then. */
  versionApproved: event('version.approved', 1, {
    ...ofVersion,
    contentHash: z.string(),
    effectiveAt: z.iso.datetime().nullable(),
  }),
  versionRejected: event('version.rejected', 1, { ...ofVersion, contentHash: z.string() }),
  changesRequested: event('version.changes-requested', 1, { ...ofVersion, contentHash: z.string() }),
  /** `nextReviewOn` of the document, which counts from now; absent from older events. */
  versionActivated: event('version.activated', 1, {
    ...ofVersion,
    replaced: z.uuid().nullable(),
    nextReviewOn: CalendarDay.nullable().optional(),
  }),
})
