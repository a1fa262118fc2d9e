import type { assistantApi } from '@portal/contracts/answer-stream'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { eq, sql } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { answerStreams } from '../stored-streams/answer-streams-schema.ts'
import { Stopped } from './running-answer.ts'
import { runningAnswers } from './running-answers.ts'

/** Another process that works on it finds the request with its next beat. */
export const stopAnswer: Verb<typeof assistantApi.stopAnswer> = async (ctx, { params }) => {
  await ctx.tx(async (db) => {
    const wanted = own(
      answerStreams,
      ctx,
      eq(answerStreams.personId, ctx.personId),
      eq(answerStreams.id, params.id),
    )
    const [asked] = await db
      .update(answerStreams)
      .set({ stopRequestedAt: sql`now()` })
      .where(wanted)
      .returning({ id: answerStreams.id })
    rowOrNotFound(asked)
  })
  runningAnswers(ctx.ports).get(params.id)?.halt(new Stopped())
}
