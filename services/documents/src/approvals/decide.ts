import type { Approval } from '@portal/contracts/approvals'
import type { documentsApi } from '@portal/contracts/documents'
import { documentsEvents } from '@portal/contracts/documents'
import { CodedError, notFound, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, eq, isNull, or } from 'drizzle-orm'
import { visibleVersions } from '../access/visible-versions.ts'
import { documentOfVersion } from '../joins.ts'
import { illegal, type LockedVersion, lockVersion, type Step } from '../lifecycle/lock-document.ts'
import { type ApprovalRow, settleStage, updateApproval } from '../lifecycle/submit-version.ts'
import { knownMembers } from '../members/follow-members.ts'
import type { Context, Verb } from '../ports.ts'
import { approvals, documents, versions } from '../schema.ts'
import { isDecider, presentApproval } from './list-approvals.ts'

export const decideApproval: Verb<typeof documentsApi.decideApproval> = (ctx, { params, body }) =>
  decide(ctx, { id: params.id, status: body.status, comments: body.comments || null })

export const requestChanges: Verb<typeof documentsApi.requestChanges> = (ctx, { params, body }) =>
  decide(ctx, { id: params.id, status: 'changes_requested', comments: body.comments })

interface Decided {
  readonly id: string
  readonly status: 'approved' | 'rejected' | 'changes_requested'
  readonly comments: string | null
}

/** Once, by the named approver or their delegate, and only while it is pending (decision 19). */
function decide(ctx: Context, { id, status, comments }: Decided): Promise<Approval> {
  return inApproval(ctx, id, async (step, { locked, approval }) => {
    const { approverId, delegateId, stage, contentHash } = approval
    if (ctx.personId !== approverId && ctx.personId !== delegateId)
      throw new CodedError('forbidden', 'Only the named approver or their delegate decides.')
    assertPending(approval)
    const decidedBy = ctx.personId
    await updateApproval(step, id, { status, comments, decidedBy, decidedAt: new Date() })
    await step.emit(documentsEvents.approvalDecided, {
      subject: locked.document.id,
      data: { ...ofApproval(approval, locked.version), status, approverId, contentHash },
    })
    await settleStage(step, locked, stage)
  })
}

/** The approver themselves or, for someone who is away, a steward who did not write the version. */
export const delegateApproval: Verb<typeof documentsApi.delegateApproval> = async (ctx, { params, body }) => {
  await visibleApproval(ctx, params.id)
  await knownMembers(ctx, [body.delegateUserId])
  return inApproval(ctx, params.id, async (step, { locked, approval }) => {
    const { delegateUserId: delegateId } = body
    if (ctx.personId === locked.version.createdBy)
      throw new CodedError(
        'forbidden',
        'Authors do not choose who decides on their own versions. Ask the approver or another steward.',
      )
    if (ctx.personId !== approval.approverId && !ctx.can('approval:delegate-any'))
      throw new CodedError('forbidden', 'Only the approver and stewards name a delegate.')
    assertPending(approval)
    const problem = await replaceProblem(step, { delegateId, locked, approval })
    if (problem !== null)
      throw new CodedError('invalid_request', problem, { fields: { delegateUserId: problem } })
    await updateApproval(step, approval.id, { delegateId })
    await step.emit(documentsEvents.approvalDelegated, {
      subject: locked.document.id,
      data: { ...ofApproval(approval, locked.version), approverId: approval.approverId, delegateId },
      audience: { organizationId: ctx.organizationId, users: [approval.approverId, delegateId] },
    })
  })
}

/**
 * Why somebody cannot decide in an approver's place: nobody decides twice in a stage, nor an author
 * on their own version (decision 18). Null if they can.
 */
export async function replaceProblem(
  step: Step,
  { delegateId, locked, approval }: Found & { readonly delegateId: string },
): Promise<string | null> {
  if (delegateId === locked.version.createdBy) return 'Authors do not decide on their own versions.'
  const { versionId, round, stage, approverId } = approvals
  const sameStage = and(
    eq(versionId, approval.versionId),
    eq(round, approval.round),
    eq(stage, approval.stage),
    or(eq(approverId, delegateId), eq(approvals.delegateId, delegateId)),
  )
  const [taken] = await step.db
    .select()
    .from(approvals)
    .where(own(approvals, step, sameStage))
  return taken ? 'This person already decides in the same stage.' : null
}

interface Found {
  readonly locked: LockedVersion
  readonly approval: ApprovalRow
}

/** Runs a change of an approval under its document's lock, and answers the approval afterwards. */
async function inApproval(
  ctx: Context,
  id: string,
  change: (step: Step, found: Found) => Promise<void>,
): Promise<Approval> {
  const { documentId, versionId } = await visibleApproval(ctx, id)
  return ctx.tx(async (db, emit, enqueue) => {
    const step = { organizationId: ctx.organizationId, db, emit, enqueue }
    const locked = await lockVersion(step, { id: documentId, versionId })
    const wanted = own(approvals, ctx, eq(approvals.id, id))
    const [approval] = await db.select().from(approvals).where(wanted)
    await change(step, { locked, approval: rowOrNotFound(approval) })
    const [after] = await db.select().from(approvals).where(wanted)
    return ctx.respond(db, presentApproval(rowOrNotFound(after)))
  })
}

/** An approval of one's own, or of a version that one may see; else 404. */
async function visibleApproval(ctx: Context, id: string) {
  const { documentId, versionId } = approvals
  const [found] = await ctx.tx((db) =>
    db
      .select({ documentId, versionId })
      .from(approvals)
      .innerJoin(versions, own(versions, approvals, eq(versions.id, approvals.versionId)))
      .innerJoin(documents, documentOfVersion)
      .where(
        own(
          approvals,
          ctx,
          eq(approvals.id, id),
          isNull(documents.deletedAt),
          or(isDecider(ctx), visibleVersions(ctx)),
        ),
      ),
  )
  if (!found) throw notFound()
  return found
}

function assertPending({ status }: ApprovalRow): void {
  if (status === 'waiting') throw illegal('An earlier stage has not been decided yet.')
  if (status === 'not_needed') throw illegal('This decision is no longer needed.')
  if (status !== 'pending') throw illegal('This approval has already been decided.')
}

/** What every event of an approval says, with its version's number. */
export function ofApproval(
  { id: approvalId, documentId, versionId, stage }: ApprovalRow,
  { number: version }: Pick<LockedVersion['version'], 'number'>,
) {
  return { documentId, versionId, version, approvalId, stage }
}
