import { engineTrouble } from '../../openai/engine-trouble.ts'
import { cutToTokens, tokenEstimate } from '../../openai/token-estimate.ts'

/** What an engine takes: tokens of one text, and texts at once. */
interface TextLimits {
  readonly textTokens: number
  readonly batchTexts: number
}

type Ask = (texts: readonly string[]) => Promise<Float32Array[]>

/** Below this length a rejected text is not shortened further. */
const textTokensMin = 64

/**
 * Has texts embedded within limits that are lowered once lower ones have proved right; `onLower` is
 * given them. Engines refuse too many texts as they refuse one that is too long (413), so a batch
 * is halved before any text is cut.
 */
export class FitTexts {
  #limits: TextLimits
  readonly #onLower: (limits: Partial<TextLimits>) => void

  constructor(limits: TextLimits, onLower: (limits: Partial<TextLimits>) => void) {
    this.#limits = limits
    this.#onLower = onLower
  }

  get limits(): TextLimits {
    return this.#limits
  }

  /** The vectors of a batch, in order. Throws what `ask` throws for a text that cannot be cut. */
  async embed(batch: readonly string[], ask: Ask): Promise<Float32Array[]> {
    const { textTokens } = this.#limits
    const [text, ...others] = batch
    if (text !== undefined && others.length === 0) return this.#embedOne(text, textTokens, ask)
    try {
      return await ask(batch.map((each) => cutToTokens(each, textTokens)))
    } catch (error) {
      if (!isTooLong(error)) throw error
      const middle = Math.ceil(batch.length / 2)
      const first = await this.embed(batch.slice(0, middle), ask)
      const vectors = [...first, ...(await this.embed(batch.slice(middle), ask))]
      // No text had to be cut, so it was their number.
      if (this.#limits.textTokens === textTokens) this.#lower('batchTexts', middle)
      return vectors
    }
  }

  async #embedOne(text: string, limit: number, ask: Ask): Promise<Float32Array[]> {
    try {
      const vectors = await ask([cutToTokens(text, limit)])
      this.#lower('textTokens', limit)
      return vectors
    } catch (error) {
      const shorter = shorterLimit(text, limit)
      if (!isTooLong(error) || shorter < textTokensMin) throw error
      return this.#embedOne(text, shorter, ask)
    }
  }

  #lower(limit: keyof TextLimits, to: number): void {
    if (to >= this.#limits[limit]) return
    this.#limits = { ...this.#limits, [limit]: to }
    this.#onLower({ [limit]: to })
  }
}

function isTooLong(error: unknown): boolean {
  return engineTrouble(error)?.kind === 'too-long'
}

/** Half of a limit, or what is left of it once it cuts the text that the engine found too long. */
function shorterLimit(text: string, limit: number): number {
  const enough = Math.max(tokenEstimate(text), textTokensMin)
  let shorter = Math.floor(limit / 2)
  while (shorter >= enough) shorter = Math.floor(shorter / 2)
  return shorter
}
