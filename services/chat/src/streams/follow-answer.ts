import { type assistantApi, lastAnswerEvents } from '@portal/contracts/answer-stream'
import { sleep } from '@portal/service-kit/sleep'
import type { Context, Verb } from '../ports.ts'
import type { AnswerEvent } from './running-answer.ts'
import { runningAnswers } from './running-answers.ts'
import { ownStream, storedEvents } from './stored-stream.ts'

/** How often the database is asked about an answer that another process works on. */
const pollMs = 300

export const followAnswer: Verb<typeof assistantApi.followAnswer> = async (ctx, { params }) => {
  await ctx.tx((db) => ownStream(db, ctx, params.id))
  ctx.streamEvents(eventsOf(ctx, params.id, ctx.lastEventId))
}

/**
 * The events of a stream after one of them, until the last, until the reader leaves, or until this
 * process does: without a last event, the reader goes on at another one.
 */
export async function* eventsOf(ctx: Context, id: string, after: number): AsyncGenerator<AnswerEvent> {
  const { signal } = ctx
  for (let last = after; !signal.aborted; ) {
    const running = runningAnswers(ctx.ports).get(id)
    const known = running?.events.length ?? 0
    const events = running
      ? running.events.filter((event) => event.id > last)
      : await storedEvents(ctx, id, last)
    for (const event of events) {
      yield event
      if (lastAnswerEvents.has(event.event)) return
      last = Math.max(last, event.id)
    }
    if (!running && runningAnswers(ctx.ports).isLeaving) return
    if (!running) await sleep(pollMs, signal)
    else if (running.events.length === known && runningAnswers(ctx.ports).get(id)) await running.news(signal)
  }
}
