import { type chatApi, chatEvents } from '@portal/contracts/chat'
import type { RouteInput } from '@portal/contracts/route'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { eq } from 'drizzle-orm'
import { onBehalfOf } from '../delegation/on-behalf.ts'
import { gaps } from '../learned/gaps-schema.ts'
import type { Context, Verb } from '../ports.ts'
import { audienceOfGap } from './collect-question.ts'
import { presentGaps } from './list-gaps.ts'
import { notifyAskers } from './notify-askers.ts'
import { visibleGaps } from './visible-gaps.ts'

type Change = RouteInput<typeof chatApi.changeGap>['body']

/** An owner answers their own gaps (decision 75); to assign or dismiss one is for stewards. */
export const changeGap: Verb<typeof chatApi.changeGap> = async (ctx, { params, body }) => {
  const ofGap = visibleGaps(ctx, eq(gaps.id, params.id))
  const [found] = await ctx.tx((db) => db.select({ id: gaps.id }).from(gaps).where(ofGap))
  rowOrNotFound(found)
  assertMayChange(ctx, body)
  await assertKnown(ctx, body)
  return ctx.tx(async (db, emit) => {
    const { organizationId } = ctx
    const before = rowOrNotFound((await db.select().from(gaps).where(ofGap).for('update'))[0])
    const { departmentId: departmentNumber, ...given } = body
    const change = { ...given, ...(departmentNumber !== undefined && { departmentNumber }) }
    const state = body.state ?? stateAfter(before, change.ownerId)
    const documentId = body.documentId ?? before.documentId
    if (state === 'answered' && before.state !== 'answered') {
      if (documentId === null) throw new CodedError('invalid_request', 'Name the document that answers it.')
      await notifyAskers({ db, emit, organizationId }, { gapId: before.id, documentId })
    }
    const [row] = await db
      .update(gaps)
      .set({ ...change, state, changedAt: new Date() })
      .where(ofGap)
      .returning()
    const after = rowOrNotFound(row)
    const { ownerId } = after
    await emit(chatEvents.gapChanged, {
      subject: after.id,
      audience: audienceOfGap(organizationId, ownerId),
      data: { state, ownerId, documentId: after.documentId },
    })
    const [presented] = await presentGaps(db, ctx, [after])
    return ctx.respond(db, rowOrNotFound(presented))
  })
}

/** A gap that nobody had is assigned once somebody has it. */
function stateAfter({ state }: typeof gaps.$inferSelect, ownerId: string | null | undefined) {
  if (ownerId === undefined) return state
  if (ownerId === null) return state === 'assigned' ? 'open' : state
  return state === 'open' ? 'assigned' : state
}

function assertMayChange(ctx: Context, { ownerId, departmentId, state }: Change): void {
  const isForStewards = ownerId !== undefined || departmentId !== undefined || state === 'dismissed'
  if (!isForStewards || ctx.can('gap:manage-any')) return
  throw new CodedError('forbidden', 'Only stewards may assign or dismiss a gap.', {
    suggestedAction: 'Ask an administrator of your organization.',
  })
}

/** A document that the person may read, and a member of the organization. */
async function assertKnown(ctx: Context, { documentId, ownerId }: Change): Promise<void> {
  const { organizationId, ports } = ctx
  if (documentId != null) await ports.passages.document(ctx, documentId)
  if (ownerId == null) return
  const member = await onBehalfOf({ organizationId, ports, signal: ctx.signal }, ownerId)
  if (!member) throw new CodedError('invalid_request', 'Owner must be a member of your organization.')
}
