import type { HeadStore } from './head-store.ts'
import type { ChainVerdict } from './verify-trail.ts'

/**
 * Signs the heads of a replaced key with the present one, of chains that were found intact with
 * them; returns how many. Chains that grow get new heads by themselves.
 */
export async function signAgain(heads: HeadStore, verdicts: readonly ChainVerdict[]): Promise<number> {
  const intact = new Set(verdicts.filter(({ finding }) => finding === null).map(({ chain }) => chain))
  const former = (await heads.newestOfAll()).filter(({ isOfFormerKey }) => isOfFormerKey)
  let count = 0
  for (const { chain, head } of former) {
    if (head === null || !intact.has(chain)) continue
    await heads.keep(head)
    count += 1
  }
  return count
}
