import type { FollowUpQuestion } from '@portal/service-kit/ports/chat-model'
import type { Context } from '../ports.ts'
import { carrySubject, leansOnThread } from './carry-subject.ts'
import { tokensOf, withTokens } from './token-quota.ts'

type Asked = Pick<FollowUpQuestion, 'question' | 'earlier'> & { readonly signal: AbortSignal }

/**
 * A question that needs no thread to be understood: by the model, if the organization lets it and
 * has tokens left for it, else by the words of the thread.
 */
export async function standaloneQuestion(ctx: Context, asked: Asked): Promise<string> {
  const { question, earlier, signal } = asked
  if (earlier.length === 0 || !leansOnThread(question)) return question
  const { model } = ctx.ports
  if (!model.standalone) return carrySubject(question, earlier)
  const promptTokens = tokensOf(question, ...earlier)
  const isStopped = () => signal.aborted
  const said = await withTokens(ctx, { promptTokens, isStopped }, async ({ quotedBecause, settleTokens }) => {
    if (quotedBecause) return null
    const words = (await model.standalone?.(asked)) ?? null
    if (words === null) ctx.log.info('a follow-up question is understood without the model')
    await ctx.tx((db) => settleTokens(db, promptTokens + tokensOf(words ?? '')))
    return words
  })
  return said ?? carrySubject(question, earlier)
}
