import type { SuppliedPassage } from '@portal/service-kit/ports/chat-model'
import { cutToTokens, tokenEstimate } from '../../openai/token-estimate.ts'
import { chatPrompt, passageFrame } from './chat-prompt.ts'

/** A smaller part of a passage is useless. */
const cutMin = 50

/** The best passages that fit, in the given order; if none fits whole, the best one's start. */
export function fitPassages(
  question: string,
  passages: readonly SuppliedPassage[],
  promptTokensMax: number,
): { passages: readonly SuppliedPassage[]; leftOut: number; isCut: boolean } {
  const { system, user } = chatPrompt(question, [])
  let room = promptTokensMax - tokenEstimate(system) - tokenEstimate(user)
  const kept = new Set<SuppliedPassage>()
  let cut: SuppliedPassage | null = null
  for (const passage of passages.toSorted((a, b) => b.score - a.score)) {
    const frame = tokenEstimate(`${passageFrame}${passage.documentTitle}${passage.headingPath.join(' > ')}`)
    const cost = frame + tokenEstimate(passage.text)
    if (cost > room) {
      if (kept.size > 0 || room - frame < cutMin) break
      cut = { ...passage, text: cutToTokens(passage.text, room - frame) }
      kept.add(passage)
      break
    }
    kept.add(passage)
    room -= cost
  }
  const chosen = passages.filter((passage) => kept.has(passage))
  const leftOut = passages.length - chosen.length
  return { passages: cut ? [cut] : chosen, leftOut, isCut: cut !== null }
}
