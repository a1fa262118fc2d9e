import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { settle, spend } from '@portal/service-kit/quota/spend'
import type { Context } from '../ports.ts'

const what = 'tokens'
const charactersPerToken = 4
/** Reserved for an answer, whose length is known only when it exists. */
const answerTokens = 1000

/** How many tokens a model would count, roughly. */
export function tokensOf(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken)
}

/** In the transaction of the answer: replaces what was reserved by what was used. */
export type SettleTokens = (db: TransactionHandle, usedTokens: number) => Promise<void>

/**
 * Runs `work` with the tokens of its prompt and an answer reserved, so that parallel questions
 * cannot pass together; a failure gives them back. Throws CodedError `rate_limited` above the
 * quota.
 */
export async function withTokens<T>(
  ctx: Context,
  promptTokens: number,
  work: (settleTokens: SettleTokens) => Promise<T>,
): Promise<T> {
  const { tokens: quota } = ctx.ports
  if (!quota) return work(async () => {})
  const reserved = promptTokens + answerTokens
  await ctx.tx((db) => spend(db, ctx, { what, unit: 'tokens for questions', amount: reserved, quota }))
  try {
    return await work((db, used) => settle(db, ctx, { what, amount: used - reserved }))
  } catch (error) {
    await ctx.tx((db) => settle(db, ctx, { what, amount: -reserved })).catch(() => undefined)
    throw error
  }
}
