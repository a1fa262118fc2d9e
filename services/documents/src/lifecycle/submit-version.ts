import { documentsEvents } from '@portal/contracts/documents'
import { CodedError } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { membersAmong } from '../members/follow-members.ts'
import { approvals } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { delegatesOf } from './absent-approvers.ts'
import { approveVersion } from './approve-version.ts'
import {
  illegal,
  type LockedVersion,
  ofVersion,
  type Step,
  updateVersion,
  type VersionRow,
} from './lock-document.ts'

export type ApprovalRow = typeof approvals.$inferSelect

/** What is asked in one stage: this many of these people approve, each within so many days. */
export interface Stage {
  readonly approverIds: readonly string[]
  readonly quorum: number
  readonly deadlineDays: number | null
  readonly escalateToId: string | null
  /** By the author, and not by the rule. */
  readonly isNamed: boolean
}

/** Submits a draft: to its approvers, stage by stage, or without any stage approved at once. */
export async function submitVersion(
  step: Step,
  { document, version }: LockedVersion,
  { stages, effectiveAt }: { readonly stages: readonly Stage[]; readonly effectiveAt: Date | null },
): Promise<void> {
  if (version.status !== 'draft') throw illegal('Only a draft can be submitted.')
  if (stages.length === 0) {
    await updateVersion(step, version, { effectiveAt })
    return approveVersion(step, { document, version: { ...version, effectiveAt } })
  }
  const round = version.round + 1
  const submitted = { status: 'pending_approval' as const, round, submittedAt: new Date(), effectiveAt }
  await updateVersion(step, version, submitted)
  const { sha256: contentHash } = version
  const data = { ...ofVersion(version, document), contentHash }
  await step.emit(documentsEvents.versionSubmitted, { subject: document.id, data })
  const { organizationId } = step
  const of = { organizationId, documentId: document.id, versionId: version.id, round, contentHash }
  const rows = stages.flatMap(({ approverIds, quorum, deadlineDays, escalateToId, isNamed }, at) =>
    approverIds.map((approverId) => {
      const asked = {
        stage: at + 1,
        quorum,
        approverId,
        deadlineDays,
        escalateToId,
        isNamed,
        status: 'waiting' as const,
      }
      return { ...of, ...asked, id: uuidV7() }
    }),
  )
  await step.db.insert(approvals).values(rows)
  await openStage(step, { ...version, round }, 1)
}

/** Asks the approvers of a stage. False if there is no such stage. */
async function openStage(step: Step, version: RoundOf, stage: number): Promise<boolean> {
  const rows = await ofRound(step, version, 'waiting')
  const opened = rows.filter((row) => row.stage === stage)
  const settings = await settingsOf(step.db, step)
  const standIns = await delegatesOf(step, opened, version.createdBy)
  for (const { id: approvalId, documentId, versionId, approverId, ...row } of opened) {
    const delegateId = standIns.get(approverId) ?? row.delegateId
    const days = row.deadlineDays ?? settings.approvalDeadlineDays
    const dueAt = days === null ? null : new Date(Date.now() + days * 86_400_000)
    await updateApproval(step, approvalId, { status: 'pending', dueAt, delegateId })
    await step.emit(documentsEvents.approvalRequested, {
      subject: documentId,
      data: {
        ...{ documentId, versionId, version: version.number, approvalId, stage, approverId },
        dueAt: dueAt?.toISOString() ?? null,
      },
      audience: {
        organizationId: step.organizationId,
        users: [approverId, ...(delegateId === null ? [] : [delegateId])],
      },
    })
  }
  return opened.length > 0
}

type RoundOf = Pick<VersionRow, 'id' | 'number' | 'round' | 'createdBy'>

/** The approvals of a version's present round in one of these states, by stage. */
function ofRound(
  { db, organizationId }: Step,
  { id, round }: RoundOf,
  ...statuses: readonly ApprovalRow['status'][]
): Promise<ApprovalRow[]> {
  const inRound = and(eq(approvals.versionId, id), eq(approvals.round, round))
  return db
    .select()
    .from(approvals)
    .where(own(approvals, { organizationId }, inRound, inArray(approvals.status, [...statuses])))
    .orderBy(asc(approvals.stage), asc(approvals.id))
}

/** Changes an approval's row. */
export async function updateApproval(step: Step, id: string, set: Partial<ApprovalRow>): Promise<void> {
  await step.db
    .update(approvals)
    .set(set)
    .where(own(approvals, step, eq(approvals.id, id)))
}

async function closeRound(step: Step, version: RoundOf, stage: number | null = null): Promise<void> {
  for (const row of await ofRound(step, version, 'waiting', 'pending'))
    if (stage === null || row.stage === stage) await updateApproval(step, row.id, { status: 'not_needed' })
}

/**
 * Draws the conclusion of a decision: one rejection rejects the version, a request for changes
 * makes it a draft, and enough approvals end the stage (decision 18). The last stage approves.
 */
export async function settleStage(step: Step, locked: LockedVersion, stage: number): Promise<void> {
  const { document, version } = locked
  const decided = await ofRound(step, version, 'approved', 'rejected', 'changes_requested')
  const { id: subject } = document
  const data = { ...ofVersion(version, document), contentHash: version.sha256 }
  if (decided.some(({ status }) => status === 'rejected')) {
    await updateVersion(step, version, { status: 'rejected' })
    await closeRound(step, version)
    return step.emit(documentsEvents.versionRejected, { subject, data })
  }
  if (decided.some(({ status }) => status === 'changes_requested')) {
    await updateVersion(step, version, { status: 'draft' })
    await closeRound(step, version)
    return step.emit(documentsEvents.changesRequested, { subject, data })
  }
  const approved = decided.filter((row) => row.stage === stage)
  const [first] = approved
  if (!first || approved.length < first.quorum) return
  await closeRound(step, version, stage)
  if (!(await openStage(step, version, stage + 1))) await approveVersion(step, locked)
}

/**
 * Takes a version back from approval, or before it was ever in force: it is a draft again. The day
 * of an approved one is dropped, or it would take effect as soon as it is approved anew.
 */
export async function withdrawVersion(step: Step, { document, version }: LockedVersion): Promise<void> {
  const isAhead = version.status === 'approved' && version.activatedAt === null
  if (version.status !== 'pending_approval' && !isAhead)
    throw illegal('Only a version that is pending approval, or not in force yet, can be withdrawn.')
  await updateVersion(step, version, {
    status: 'draft',
    ...(isAhead && { approvedAt: null, effectiveAt: null }),
  })
  await closeRound(step, version)
  const data = ofVersion(version, document)
  await step.emit(documentsEvents.versionWithdrawn, { subject: document.id, data })
}

/** Whom the author named when the version was submitted last, as far as they are still members. */
export async function namedBefore(step: Step, version: VersionRow): Promise<string[]> {
  const members = await membersAmong(step.db, step, await namedInRound(step, version))
  return [...members]
}

/** Whom the author named for the version's present round. */
export async function namedInRound(step: Step, version: VersionRow): Promise<string[]> {
  const isLast = and(eq(approvals.versionId, version.id), eq(approvals.round, version.round))
  const rows = await step.db
    .select({ approverId: approvals.approverId })
    .from(approvals)
    .where(own(approvals, step, isLast, eq(approvals.isNamed, true)))
    .orderBy(asc(approvals.id))
  return rows.map(({ approverId }) => approverId)
}

/** A stage of people whom the author names, all of whom must approve. */
export function namedStage(approverIds: readonly string[] = [], authorId: string): Stage[] {
  const named = [...new Set(approverIds)]
  if (named.length === 0) return []
  if (named.includes(authorId))
    throw new CodedError('invalid_request', 'Authors do not decide on their own versions.')
  return [{ approverIds: named, quorum: named.length, deadlineDays: null, escalateToId: null, isNamed: true }]
}
