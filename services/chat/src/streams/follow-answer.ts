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
  ctx.streamEvents((left) => eventsOf(ctx, params.id, left))
}

/**
 * The events of a stream after the one that its reader has, until the last, until the reader
 * leaves, or until this process does: without a last event, the reader goes on at another one.
 */
export async function* eventsOf(ctx: Context, id: string, left: AbortSignal): AsyncGenerator<AnswerEvent> {
  const here = runningAnswers(ctx.ports)
  for (let last = ctx.lastEventId; !left.aborted; ) {
    const running = here.get(id)
    const isUpToDate = running && running.published <= last
    for (const event of isUpToDate ? await running.news(left) : await storedEvents(ctx, id, last)) {
      const isLast = lastAnswerEvents.has(event.event)
      // It may be read from the database just before it is handed out here.
      if (event.id > last || isLast) yield event
      if (isLast) return
      last = Math.max(last, event.id)
    }
    if (running) continue
    if (here.isLeaving) return
    await sleep(pollMs, left)
  }
}
