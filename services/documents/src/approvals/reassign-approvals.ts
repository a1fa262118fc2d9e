import { documentsEvents } from '@portal/contracts/documents'
import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { and, asc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import { emitChanged } from '../documents/change-document.ts'
import { documentOfVersion } from '../joins.ts'
import { delegatesOf } from '../lifecycle/absent-approvers.ts'
import { lockVersion, type Step, type VersionRow } from '../lifecycle/lock-document.ts'
import { type ApprovalRow, updateApproval, withdrawVersion } from '../lifecycle/submit-version.ts'
import { stewardsOf } from '../members/follow-members.ts'
import { approvals, documents, versions } from '../schema.ts'

/**
 * Gives what a member who left was to decide to a steward (decision 40). Where no other steward
 * could decide, the version goes back to its author.
 */
export const reassignApprovals = on(
  teamEvents.memberRemoved,
  async ({ db, emit, enqueue, organizationId }, { data: { userId } }) => {
    if (organizationId === null) return
    const step = { organizationId, db, emit, enqueue }
    const { ownerId } = documents
    const freed = await db
      .update(documents)
      .set({ ownerId: null })
      .where(own(documents, step, eq(ownerId, userId)))
      .returning()
    for (const document of freed) await emitChanged(emit, document)
    for (const { id } of await openOf(step, userId)) await handOver(step, id, userId)
  },
)

/** What a person was or will be asked to decide. */
export function openFor(personId: string): SQL | undefined {
  const isTheirs = or(eq(approvals.approverId, personId), eq(approvals.delegateId, personId))
  return and(isTheirs, inArray(approvals.status, ['waiting', 'pending']))
}

function openOf({ db, organizationId }: Step, personId: string) {
  return db
    .select({ id: approvals.id })
    .from(approvals)
    .innerJoin(versions, own(versions, approvals, eq(versions.id, approvals.versionId)))
    .innerJoin(documents, documentOfVersion)
    .where(own(approvals, { organizationId }, openFor(personId), isNull(documents.deletedAt)))
    .orderBy(asc(documents.id), asc(approvals.id))
}

async function handOver(step: Step, id: string, previousId: string): Promise<void> {
  const wanted = own(approvals, step, eq(approvals.id, id))
  const [seen] = await step.db.select().from(approvals).where(wanted)
  if (!seen) return
  const locked = await lockVersion(step, { id: seen.documentId, versionId: seen.versionId })
  const [approval] = await step.db.select().from(approvals).where(wanted)
  if (!approval || (approval.status !== 'waiting' && approval.status !== 'pending')) return
  if (approval.delegateId === previousId) await updateApproval(step, id, { delegateId: null })
  if (approval.approverId !== previousId) return
  const others = await othersInStage(step, approval)
  const approverId = await replacementFor(step, others, locked.version)
  if (approverId === null && areEnough(others, approval))
    return updateApproval(step, id, { status: 'not_needed' })
  if (approverId === null) return withdrawVersion(step, locked)
  // A later stage asks in the place of those who are away by then.
  const isAsked = approval.status === 'pending'
  const stageNow = [...others, { ...approval, approverId }]
  const delegateId = isAsked ? await delegateOf(step, stageNow, locked.version) : null
  await updateApproval(step, id, { approverId, ...(delegateId !== null && { delegateId }) })
  const { documentId, versionId, stage } = approval
  const { number: version } = locked.version
  await step.emit(documentsEvents.approvalReassigned, {
    subject: documentId,
    data: { documentId, versionId, version, approvalId: id, stage, previousId, approverId },
    audience: {
      organizationId: step.organizationId,
      // A later stage is notified when its turn comes.
      users: isAsked ? [approverId, ...(delegateId === null ? [] : [delegateId])] : [],
    },
  })
}

/** What others were asked in the same stage. */
function othersInStage(step: Step, { id, versionId, round, stage }: ApprovalRow): Promise<ApprovalRow[]> {
  const sameRound = and(eq(approvals.versionId, versionId), eq(approvals.round, round))
  return step.db
    .select()
    .from(approvals)
    .where(own(approvals, step, sameRound, eq(approvals.stage, stage), ne(approvals.id, id)))
}

/** Whether the stage can still be approved without the one who left. */
function areEnough(others: readonly ApprovalRow[], { quorum }: ApprovalRow): boolean {
  const able = others.filter(({ status }) => ['approved', 'pending', 'waiting'].includes(status))
  return able.length >= quorum
}

/** A steward who neither wrote the version nor decides in the same stage. */
async function replacementFor(
  step: Step,
  others: readonly ApprovalRow[],
  { createdBy }: VersionRow,
): Promise<string | null> {
  const taken = new Set([createdBy, ...others.flatMap((row) => [row.approverId, row.delegateId])])
  const stewards = await stewardsOf(step.db, step)
  return stewards.find((steward) => !taken.has(steward)) ?? null
}

/** Who decides for the last of a stage's approvers, if they are away. */
async function delegateOf(
  step: Step,
  stage: readonly ApprovalRow[],
  { createdBy }: VersionRow,
): Promise<string | null> {
  const delegates = await delegatesOf(step, stage, createdBy)
  return delegates.get(stage.at(-1)?.approverId ?? '') ?? null
}
