import type { ComparedAnswer, chatApi } from '@portal/contracts/chat'
import { answerQuestion, passageLimit } from '../answers/answer-question.ts'
import type { Answer } from '../answers/compose-answer.ts'
import { tokensOf, withTokens } from '../answers/token-quota.ts'
import type { Verb } from '../ports.ts'

/** Both answers are for the person who asks, on their passport, and stored nowhere. */
export const compareAnswers: Verb<typeof chatApi.compareAnswers> = async (ctx, { params, body }) => {
  const { question } = body
  const now = ctx.ports.passages
  const then = now.supposing({ documentId: params.id, versionId: params.versionId })
  // First, because it is refused to everyone but the version's reviewers.
  const later = await then.retrieve(ctx, question, passageLimit)
  const present = await now.retrieve(ctx, question, passageLimit)
  const texts = [...present, ...later].map(({ text }) => text)
  const answers = [
    { source: now, question, passages: present },
    { source: then, question, passages: later },
  ]
  const promptTokens = tokensOf(question, question, ...texts)
  return withTokens(ctx, { promptTokens }, async ({ quotedBecause, settleTokens }) => {
    const [before, after] = await Promise.all(
      answers.map((asked) => answerQuestion(ctx, { ...asked, quotedBecause })),
    )
    if (!before || !after) throw new Error('Two questions have two answers.')
    await ctx.tx((db) => settleTokens(db, before.tokens + after.tokens))
    const isSame = before.content === after.content && before.outcome === after.outcome
    return { before: presentAnswer(before), after: presentAnswer(after), isSame }
  })
}

function presentAnswer({ content, outcome, citations, closest, nearest }: Answer): ComparedAnswer {
  return { content, outcome, citations, ...(closest && { closest }), ...(nearest && { nearest }) }
}
