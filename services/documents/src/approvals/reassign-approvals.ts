import { documentsEvents } from '@portal/contracts/documents'
import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { on } from '@portal/service-kit/inbox/consumers'
import { job } from '@portal/service-kit/jobs/job'
import { and, asc, eq, exists, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockAudience } from '../acknowledgements/asked-people.ts'
import { emitChanged } from '../documents/change-document.ts'
import { documentOfVersion } from '../joins.ts'
import { delegatesOf } from '../lifecycle/absent-approvers.ts'
import { lockDocuments, lockVersion, type Step, type VersionRow } from '../lifecycle/lock-document.ts'
import { type ApprovalRow, updateApproval, withdrawVersion } from '../lifecycle/submit-version.ts'
import { membersAmong, stewardsOf } from '../members/follow-members.ts'
import type { DocumentsPorts } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'

const Left = z.object({ personId: z.string() })

/** Documents of one run; the others come once other jobs had their turn. */
const documentsAtOnce = 20

/**
 * Events of all organizations wait for one another, so handling this one takes no longer for a
 * person who was to decide much.
 */
export const reassignApprovals = on(
  teamEvents.memberRemoved,
  async ({ enqueue, organizationId }, { data: { userId: personId } }) => {
    if (organizationId !== null) await enqueue(handOverWork, { subject: personId, payload: { personId } })
  },
)

/**
 * Gives what a member who left was to decide to a steward (decision 40), each document in a
 * transaction of its own. Where no other steward could decide, the version goes back to its author.
 */
export const handOverWork = job<typeof Left, DocumentsPorts>('hand-over-work', {
  payload: Left,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 2,
  perOrganization: 1,
  run: async ({ organizationId, payload: { personId }, tx, signal, continueLater }) => {
    const found = await tx((db) => documentsOf({ organizationId, db }, personId))
    for (const documentId of found) {
      signal.throwIfAborted()
      await tx((db, emit, enqueue) =>
        leaveDocument({ organizationId, db, emit, enqueue }, { documentId, personId }),
      )
    }
    if (found.length === documentsAtOnce) continueLater()
  },
})

type Reader = Pick<Step, 'db' | 'organizationId'>

/** The next documents that a person owns, or on which they are to decide; none if they are back. */
async function documentsOf(step: Reader, personId: string): Promise<string[]> {
  if (await isBack(step, personId)) return []
  const toDecide = own(approvals, documents, eq(approvals.documentId, documents.id), openFor(personId))
  const isOpen = and(isNull(documents.deletedAt), exists(sql`(select from ${approvals} where ${toDecide})`))
  const rows = await step.db
    .select({ id: documents.id })
    .from(documents)
    .where(own(documents, step, or(eq(documents.ownerId, personId), isOpen)))
    .orderBy(documents.id)
    .limit(documentsAtOnce)
  return rows.map(({ id }) => id)
}

/** Who was invited again meanwhile keeps what is still theirs, and what they were given since. */
async function isBack(step: Reader, personId: string): Promise<boolean> {
  return (await membersAmong(step.db, step, [personId])).has(personId)
}

interface Leaving {
  readonly documentId: string
  readonly personId: string
}

async function leaveDocument(step: Step, leaving: Leaving): Promise<void> {
  const { documentId, personId } = leaving
  // Nobody leaves meanwhile who is named instead.
  await lockAudience(step)
  await lockDocuments(step, eq(documents.id, documentId))
  if (await isBack(step, personId)) return
  const isOwned = and(eq(documents.id, documentId), eq(documents.ownerId, personId))
  const [freed] = await step.db
    .update(documents)
    .set({ ownerId: null })
    .where(own(documents, step, isOwned))
    .returning()
  if (freed) await emitChanged(step.emit, freed)
  for (const { id } of await openOf(step, leaving)) await handOver(step, id, personId)
}

/** What a person was or will be asked to decide. */
function openFor(personId: string): SQL | undefined {
  const isTheirs = or(eq(approvals.approverId, personId), eq(approvals.delegateId, personId))
  return and(isTheirs, inArray(approvals.status, ['waiting', 'pending']))
}

function openOf({ db, organizationId }: Step, { documentId, personId }: Leaving) {
  const isOfDocument = and(eq(approvals.documentId, documentId), isNull(documents.deletedAt))
  return db
    .select({ id: approvals.id })
    .from(approvals)
    .innerJoin(versions, own(versions, approvals, eq(versions.id, approvals.versionId)))
    .innerJoin(documents, documentOfVersion)
    .where(own(approvals, { organizationId }, openFor(personId), isOfDocument))
    .orderBy(asc(approvals.id))
}

async function handOver(step: Step, id: string, previousId: string): Promise<void> {
  const wanted = own(approvals, step, eq(approvals.id, id))
  const [approval] = await step.db.select().from(approvals).where(wanted)
  // Handing over another one may have ended it.
  if (!approval || (approval.status !== 'waiting' && approval.status !== 'pending')) return
  const locked = await lockVersion(step, { id: approval.documentId, versionId: approval.versionId })
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
