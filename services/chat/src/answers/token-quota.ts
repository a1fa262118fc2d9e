import type { QuotedBecause } from '@portal/contracts/quoted-because'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type DailyQuota, type Spender, settle, spend } from '@portal/service-kit/quota/spend'
import { budgetOf, settingsOf, tokenCounter } from '../assistant/assistant-settings.ts'
import type { ChatPorts } from '../ports.ts'

const charactersPerToken = 4
/** Reserved for an answer, whose length is known only when it exists. */
const answerTokens = 1000
/** Of an organization's budget: what its background work leaves is for people who wait. */
const backgroundShare = 0.5

/** How many tokens a model would count, roughly. */
export function tokensOf(...texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken)
}

/** A request, or a job of an organization. */
export interface TokenSpender extends Spender {
  readonly ports: Pick<ChatPorts, 'tokens' | 'quoting'>
  tx<T>(work: (db: TransactionHandle) => Promise<T>): Promise<T>
}

/** In the transaction of the answer: replaces what was reserved by what was used. */
export type SettleTokens = (db: TransactionHandle, usedTokens: number) => Promise<void>

/** What a question may spend. `quotedBecause`: nothing, and why; it is answered without a model. */
export interface TokenBudget {
  readonly quotedBecause: QuotedBecause | null
  readonly settleTokens: SettleTokens
}

const free = { settleTokens: async () => {} }

/**
 * Runs `work` with the tokens of its prompt and an answer reserved, so that parallel questions
 * cannot pass together. A failure gives them back; what was stopped has had its prompt read. Where
 * the organization has switched its model off, or its budget is used up and passages can be quoted
 * for nothing, `work` learns of it; else throws CodedError `rate_limited`.
 */
export async function withTokens<T>(
  ctx: TokenSpender,
  { promptTokens, isStopped }: { readonly promptTokens: number; readonly isStopped?: () => boolean },
  work: (budget: TokenBudget) => Promise<T>,
): Promise<T> {
  const reserved = promptTokens + answerTokens
  const quotedBecause = await reserve(ctx, reserved)
  if (quotedBecause || !ctx.ports.tokens) return work({ ...free, quotedBecause })
  try {
    const settleTokens: SettleTokens = (db, used) =>
      settle(db, ctx, { what: tokenCounter, amount: used - reserved })
    return await work({ quotedBecause, settleTokens })
  } catch (error) {
    const unused = isStopped?.() ? answerTokens : reserved
    await ctx.tx((db) => settle(db, ctx, { what: tokenCounter, amount: -unused })).catch(() => undefined)
    throw error
  }
}

async function reserve(ctx: TokenSpender, amount: number): Promise<QuotedBecause | null> {
  const { tokens, quoting } = ctx.ports
  if (!tokens && !quoting) return null
  try {
    return await ctx.tx(async (db) => {
      const settings = await settingsOf(db, ctx)
      if (quoting && !settings.isModelUsed) return 'model_off'
      const spending = { what: tokenCounter, unit: 'tokens for questions', amount }
      if (tokens) await spend(db, ctx, { ...spending, quota: quotaOf(ctx, budgetOf(tokens, settings)) })
      return null
    })
  } catch (error) {
    if (!isUsedUp(error) || !quoting) throw error
    return 'budget_used_up'
  }
}

/** Whether a budget of today was too small for what was to be asked. */
export function isUsedUp(error: unknown): boolean {
  return error instanceof CodedError && error.code === 'rate_limited'
}

function quotaOf({ personId }: Spender, budget: DailyQuota): DailyQuota {
  if (personId !== null) return budget
  return { ...budget, organization: Math.floor(budget.organization * backgroundShare) }
}
