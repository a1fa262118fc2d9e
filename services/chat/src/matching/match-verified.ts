import type { Feature } from '@portal/contracts/features'
import type { VerifiedAnswer } from '@portal/contracts/verified-answers'
import { verifiedAnswersMax } from '@portal/contracts/verified-answers'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq } from 'drizzle-orm'
import { presentVerified } from '../learned/present-learned.ts'
import { shownVerified, verifiedAnswers } from '../learned/verified-schema.ts'
import type { Caller, Context } from '../ports.ts'
import { areCitable } from './are-citable.ts'
import { sameQuestion } from './same-question.ts'

/** Of another encoder, as many are encoded anew with one question. */
const renewedAtOnce = 100

/**
 * The verified answer to a question, if there is one whose every source the asker may be quoted
 * now. It is shown before the answer itself, with the question that it was verified for. `signal`
 * ends the work, which may go on after the request.
 */
export async function matchVerified(
  ctx: Context,
  { question, signal }: { readonly question: string; readonly signal: AbortSignal },
): Promise<VerifiedAnswer | null> {
  if (ctx.featuresOff.includes('verified-answers' satisfies Feature)) return null
  const { id, model, vector: stored, question: verified } = verifiedAnswers
  const active = await ctx.tx((db) =>
    db
      .select({ id, model, vector: stored, question: verified })
      .from(verifiedAnswers)
      .where(own(verifiedAnswers, ctx, eq(verifiedAnswers.state, 'active')))
      .orderBy(desc(id))
      .limit(verifiedAnswersMax),
  )
  if (active.length === 0) return null
  const { ports, passport, requestId } = ctx
  const by = { ports, passport, requestId, signal }
  const encoded = await ports.passages.vectors(by, [question])
  const [vector] = encoded.vectors
  if (!vector) throw new Error('A question was encoded without a vector.')
  const known = active.filter((each) => each.model === encoded.model)
  const others = active.filter((each) => each.model !== encoded.model).slice(0, renewedAtOnce)
  const comparable = [...known, ...(others.length === 0 ? [] : await renewed(ctx, by, others))]
  const match = sameQuestion({ question, vector }, comparable)
  return match && readable(ctx, by, match.id)
}

type Active = Pick<typeof verifiedAnswers.$inferSelect, 'id' | 'model' | 'vector' | 'question'>

/** The encoder was changed since: vectors of two encoders say nothing about each other. */
async function renewed(ctx: Context, by: Caller, others: readonly Active[]): Promise<Active[]> {
  const { model, vectors } = await ctx.ports.passages.vectors(
    by,
    others.map(({ question }) => question),
  )
  const fresh = others.flatMap((each, at) => {
    const vector = vectors[at]
    return vector ? [{ ...each, model, vector }] : []
  })
  await ctx.tx(async (db) => {
    for (const { id, vector } of fresh)
      await db
        .update(verifiedAnswers)
        .set({ model, vector })
        .where(own(verifiedAnswers, ctx, eq(verifiedAnswers.id, id)))
  })
  return fresh
}

async function readable(ctx: Context, by: Caller, id: string): Promise<VerifiedAnswer | null> {
  const wanted = own(
    verifiedAnswers,
    ctx,
    and(eq(verifiedAnswers.id, id), eq(verifiedAnswers.state, 'active')),
  )
  const [row] = await ctx.tx((db) => db.select().from(verifiedAnswers).where(wanted))
  if (!row) return null
  return (await areCitable({ ...by, ports: ctx.ports }, row.citations)) ? presentVerified(row) : null
}

/** In the transaction of the answer: history shows again what was shown. */
export async function keepShown(
  db: TransactionHandle,
  { organizationId }: Pick<Context, 'organizationId'>,
  shown: { readonly messageId: string; readonly verified: VerifiedAnswer | null },
): Promise<void> {
  if (!shown.verified) return
  const { messageId, verified } = shown
  await db.insert(shownVerified).values({ organizationId, messageId, verifiedId: verified.id })
}
