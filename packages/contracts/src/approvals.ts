import { z } from 'zod'
import { CalendarDay } from './calendar-day.ts'
import { event, events } from './events.ts'
import { route } from './route.ts'
import { commentLengthMax } from './versions.ts'

/**
 * `waiting`: an earlier stage is not decided yet. `not_needed`: its stage was decided without it,
 * or its version was withdrawn or rejected.
 */
export const ApprovalStatus = z.enum([
  'waiting',
  'pending',
  'approved',
  'rejected',
  'changes_requested',
  'not_needed',
])
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

/**
 * What one approver is asked, or has decided, about a version (product §3). `quorum` is how many of
 * its stage must approve; `round` counts the version's submissions. A decision is bound to
 * `contentHash`, the SHA-256 of the file that was submitted. `decidedBy` is the approver or their
 * delegate.
 */
export const Approval = z.object({
  id: z.uuid(),
  versionId: z.uuid(),
  approverUserId: z.string(),
  /** Whether the author named them, and not the rule. */
  isNamed: z.boolean().optional(),
  delegateUserId: z.string().nullable(),
  status: ApprovalStatus,
  comments: z.string().nullable(),
  createdAt: z.iso.datetime(),
  round: z.number().int(),
  stage: z.number().int(),
  quorum: z.number().int(),
  dueAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
  contentHash: z.string(),
})
export type Approval = z.infer<typeof Approval>

/** An approval that awaits a decision, with its version. */
export const PendingApproval = Approval.extend({
  version: z.object({
    id: z.uuid(),
    documentId: z.uuid(),
    customId: z.string(),
    documentTitle: z.string(),
    version: z.number().int(),
    title: z.string(),
    changes: z.string(),
    createdBy: z.string(),
    effectiveAt: z.iso.datetime().nullable(),
  }),
})
export type PendingApproval = z.infer<typeof PendingApproval>

const tooLong = `Comments must be at most ${commentLengthMax} characters.`
const Comments = z.string().trim().max(commentLengthMax, tooLong)

/** What an approver decides; withdrawing and requesting changes are no decisions (decision 17). */
export const Decision = z.object({
  status: z.enum(['approved', 'rejected']),
  comments: Comments.optional(),
})

/** What the author is asked to change. */
export const ChangeRequest = z.object({
  comments: Comments.min(1, 'Please say what should be changed.'),
})

/**
 * Until the end of this day in the organization's time zone somebody is away: what they are asked
 * meanwhile their delegate may decide as well.
 */
export const Absence = z.object({ delegateUserId: z.string(), until: CalendarDay })
export type Absence = z.infer<typeof Absence>

const ApprovalPath = z.object({ id: z.uuid() })

/** Routes for approvals, served by documents. */
export const approvalsApi = {
  listApprovals: route('GET', '/api/documents/versions/{versionId}/approvals', {
    can: 'approval:read',
    summary: "A version's approvals, of all its rounds, by stage",
    params: z.object({ versionId: z.uuid() }),
    returns: z.array(Approval),
  }),
  listPendingApprovals: route('GET', '/api/approvals/pending', {
    can: 'approval:read',
    summary: 'What awaits a decision of oneself, or of someone whose delegate one is; due first',
    returns: z.array(PendingApproval),
  }),
  decideApproval: route('PATCH', '/api/approvals/{id}', {
    can: 'approval:decide',
    summary: 'Approve or reject, once, as the named approver or their delegate',
    params: ApprovalPath,
    body: Decision,
    returns: Approval,
  }),
  requestChanges: route('POST', '/api/approvals/{id}/request-changes', {
    can: 'approval:decide',
    summary: 'Send the version back to its author as a draft',
    params: ApprovalPath,
    body: ChangeRequest,
    returns: Approval,
  }),
  readAbsence: route('GET', '/api/approvals/absence', {
    can: 'approval:read',
    summary: 'Whether one is away, and who decides meanwhile',
    returns: z.object({ absence: Absence.nullable() }),
  }),
  beginAbsence: route('PUT', '/api/approvals/absence', {
    can: 'approval:delegate',
    summary: 'Be away: another member may decide what one is asked until then',
    body: z.object({ delegateUserId: z.string().min(1).max(200), until: CalendarDay }),
    returns: Absence,
    bearer: false,
  }),
  endAbsence: route('DELETE', '/api/approvals/absence', {
    can: 'approval:delegate',
    summary: 'Be back: what was delegated meanwhile stays so',
  }),
  delegateApproval: route('POST', '/api/approvals/{id}/delegate', {
    can: 'approval:delegate',
    summary: 'Let another member decide as well, say during an absence',
    params: ApprovalPath,
    body: z.object({ delegateUserId: z.string().min(1).max(200) }),
    returns: Approval,
    bearer: false,
  }),
} as const

const ofApproval = {
  documentId: z.uuid(),
  versionId: z.uuid(),
  approvalId: z.uuid(),
  stage: z.number().int(),
  /** The version's number; absent from older events. */
  version: z.number().int().optional(),
}

/** Events of approvals; their subject is the document. They hold no comments. */
export const approvalsEvents = events('documents', {
  approvalRequested: event('approval.requested', 1, {
    ...ofApproval,
    approverId: z.string(),
    dueAt: z.iso.datetime().nullable(),
  }),
  approvalDecided: event('approval.decided', 1, {
    ...ofApproval,
    status: z.enum(['approved', 'rejected', 'changes_requested']),
    approverId: z.string(),
    contentHash: z.string(),
  }),
  approvalDelegated: event('approval.delegated', 1, {
    ...ofApproval,
    approverId: z.string(),
    delegateId: z.string(),
  }),
  /** So many days before the deadline as the organization wants, and on its day. */
  approvalDue: event('approval.due', 1, {
    ...ofApproval,
    approverId: z.string(),
    dueAt: z.iso.datetime(),
    daysLeft: z.number().int(),
  }),
  /** The deadline has passed; `escalatedTo` decides as well from now on, if anyone does. */
  approvalEscalated: event('approval.escalated', 1, {
    ...ofApproval,
    approverId: z.string(),
    dueAt: z.iso.datetime(),
    escalatedTo: z.string().nullable(),
  }),
  /** The approver left the organization: the approval is now another member's. */
  approvalReassigned: event('approval.reassigned', 1, {
    ...ofApproval,
    previousId: z.string(),
    approverId: z.string(),
  }),
  /** Its subject is the person who is away, or back (null). */
  absenceChanged: event('approver.absence-changed', 1, {
    userId: z.string(),
    delegateId: z.string().nullable(),
    until: CalendarDay.nullable(),
  }),
})
