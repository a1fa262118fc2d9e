import type { RetryBudget } from '@portal/service-kit/retry-budget'
import { sleep } from '@portal/service-kit/sleep'
import type { EngineTrouble } from './engine-trouble.ts'

const triesMax = 3
const firstPauseMs = 200
/** Longer waits are left to the caller, who gets a 503 with that time. */
const pauseMaxMs = 3000

/** Waits before a retry; false if the error is lasting or tries or budget are exhausted. */
export async function retryPause(
  trouble: EngineTrouble,
  call: { readonly tried: number; readonly budget: RetryBudget; readonly signal: AbortSignal },
): Promise<boolean> {
  const { tried, budget, signal } = call
  if (!['busy', 'down', 'garbled'].includes(trouble.kind) || tried >= triesMax) return false
  const asked = trouble.isTimeNamed ? trouble.retryAfterSeconds * 1000 : 0
  const pauseMs = Math.max(asked, firstPauseMs * 2 ** (tried - 1) * (0.5 + Math.random()))
  if (pauseMs > pauseMaxMs || !budget.spend()) return false
  await sleep(pauseMs, signal)
  signal.throwIfAborted()
  return true
}
