import { chatEvents } from '@portal/contracts/chat'
import { own } from '@portal/service-kit/database/own'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { and, asc, eq, exists, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import { answerInBackground } from '../answers/answer-in-background.ts'
import { passageLimit } from '../answers/answer-question.ts'
import { isUsedUp } from '../answers/token-quota.ts'
import { type OnBehalf, onBehalfOf } from '../delegation/on-behalf.ts'
import { gapQuestions, gaps } from '../learned/gaps-schema.ts'
import type { ChatPorts } from '../ports.ts'
import { messages } from '../schema.ts'
import { audienceOfGap } from './collect-question.ts'
import { notifyAskers } from './notify-askers.ts'

const Changed = z.object({ documentId: z.uuid() })
type Run = JobContext<ChatPorts, z.infer<typeof Changed>>

/** Questions that one change of a document has asked again, the oldest first. */
const askedAgainMax = 500

/**
 * Asks the questions of open gaps again after a document has a new version, each with the rights
 * that its asker has now. Those for which retrieval finds nothing of the document are left alone.
 */
export const askAgain = job<typeof Changed, ChatPorts>('ask-again', {
  payload: Changed,
  maxAttempts: 10,
  leaseMs: 60_000,
  // Hundreds of questions may take an hour: another organization's do not wait for them.
  concurrency: 2,
  perOrganization: 1,
  run: async (ctx) => {
    const open = await loadOpen(ctx)
    let asked = 0
    for (const [askerId, questions] of Map.groupBy(open, (each) => each.askerId)) {
      for (const question of questions) {
        ctx.signal.throwIfAborted()
        asked += 1
        // For each anew, since a passport is valid for a minute.
        const asker = await onBehalfOf(ctx, askerId)
        if (!asker) break
        const isAnswered = await isAnsweredNow(ctx, asker, question).catch(orUsedUp)
        // The rest waits for another version, when there is a budget again.
        if (isAnswered === 'used up') return ctx.log.info('the tokens of today are used up')
        if (isAnswered) await settle(ctx, question)
        ctx.progress(asked / open.length)
      }
    }
  },
})

function loadOpen({ organizationId, tx }: Run) {
  const { messageId, gapId, askerId, question, reason } = gapQuestions
  const openGap = own(gaps, gapQuestions, eq(gaps.id, gapId), inArray(gaps.state, ['open', 'assigned']))
  return tx((db) =>
    db
      .select({ messageId, gapId, askerId, question, reason, citations: messages.citations })
      .from(gapQuestions)
      .innerJoin(gaps, openGap)
      .innerJoin(messages, own(messages, gapQuestions, eq(messages.id, messageId)))
      .where(own(gapQuestions, { organizationId }, isNull(gapQuestions.answerableAt)))
      .orderBy(asc(messageId))
      .limit(askedAgainMax),
  )
}

type Open = Awaited<ReturnType<typeof loadOpen>>[number]

function orUsedUp(error: unknown): 'used up' {
  if (!isUsedUp(error)) throw error
  return 'used up'
}

/** Answered from the document; what was answered before, from a version not cited then. */
async function isAnsweredNow(ctx: Run, asker: OnBehalf, open: Open): Promise<boolean> {
  const { documentId } = ctx.payload
  const { question, reason } = open
  const passages = await ctx.ports.passages.retrieve(asker, question, passageLimit)
  if (!passages.some((passage) => passage.documentId === documentId)) return false
  const { outcome, citations } = await answerInBackground(ctx, asker, { question, passages })
  const cited = citations.filter((citation) => citation.documentId === documentId)
  if (outcome === 'no_evidence' || cited.length === 0) return false
  if (reason === 'unanswered') return true
  const before = new Set(open.citations.map(({ versionId }) => versionId))
  return outcome === 'answered' && cited.every(({ versionId }) => !before.has(versionId))
}

/** Tells the asker; the gap is answered when each of its questions is. */
function settle({ organizationId, payload: { documentId }, tx }: Run, open: Open): Promise<void> {
  const { gapId, messageId } = open
  return tx(async (db, emit) => {
    await notifyAskers({ db, emit, organizationId }, { gapId, documentId, messageIds: [messageId] })
    const of = { organizationId }
    const ofGap = own(gapQuestions, gaps, eq(gapQuestions.gapId, gaps.id))
    const isOpen = sql`(select from ${gapQuestions} where ${and(ofGap, isNull(gapQuestions.answerableAt))})`
    const [gap] = await db
      .update(gaps)
      .set({ state: 'answered', documentId, changedAt: new Date() })
      .where(own(gaps, of, eq(gaps.id, gapId), notExists(isOpen)))
      .returning()
    if (!gap) return
    await emit(chatEvents.gapChanged, {
      subject: gapId,
      audience: audienceOfGap(organizationId, gap.ownerId),
      data: { state: gap.state, ownerId: gap.ownerId, documentId },
    })
  })
}

/** Whether an organization has gaps that a new version might close. */
export async function hasOpenGaps(
  db: Parameters<Parameters<Run['tx']>[0]>[0],
  of: { readonly organizationId: number },
): Promise<boolean> {
  const isOpen = own(gaps, of, inArray(gaps.state, ['open', 'assigned']))
  const [found] = await db
    .select({ id: gaps.id })
    .from(gaps)
    .where(
      and(
        isOpen,
        exists(
          sql`(select from ${gapQuestions} where ${own(gapQuestions, gaps, eq(gapQuestions.gapId, gaps.id))})`,
        ),
      ),
    )
    .limit(1)
  return found !== undefined
}
