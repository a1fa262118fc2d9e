import { cosine } from '@portal/ranking/same-meaning'
import type { IndexedPassage } from '@portal/service-kit/ports/search-index'
import { inTurns } from '@portal/service-kit/threads/in-turns'
import type { Context } from '../ports.ts'
import { encodeOnce } from './encode-once.ts'

/** How many passages are weighed against the index, by meaning and by words each. */
const keptPerLeg = 200

/** Chooses the passages nearest to a question from those offered, one part after another. */
export async function nearestTo(ctx: Context, question: string) {
  const { signal, ports } = ctx
  const [vector] = await encodeOnce(ports.embedder, { texts: [question], kind: 'query', asker: ctx })
  const asked = new Set(wordsOf(question))
  const byMeaning = new Nearest()
  const byWords = new Nearest()
  function* weigh(offered: readonly IndexedPassage[]) {
    for (const passage of offered) {
      byMeaning.offer(passage, vector ? cosine(vector, passage.vector) : -1)
      const words = wordsOf(`${passage.headingPath.join(' ')} ${passage.text}`)
      byWords.offer(passage, new Set(words.filter((word) => asked.has(word))).size)
      yield
    }
  }
  return {
    offer: async (offered: readonly IndexedPassage[]): Promise<void> => {
      signal.throwIfAborted()
      await inTurns(weigh(offered), signal)
      byMeaning.cut()
      byWords.cut()
    },
    passages: (): IndexedPassage[] => {
      const kept = [...byMeaning.passages(), ...byWords.passages()]
      return [...new Map(kept.map((each) => [each.id, each])).values()]
    },
  }
}

/** The passages with the highest scores above zero. */
class Nearest {
  #held: { readonly passage: IndexedPassage; readonly score: number }[] = []

  offer(passage: IndexedPassage, score: number): void {
    if (score > 0) this.#held.push({ passage, score })
  }

  cut(): void {
    if (this.#held.length > keptPerLeg)
      this.#held = this.#held.toSorted((a, b) => b.score - a.score).slice(0, keptPerLeg)
  }

  passages(): IndexedPassage[] {
    return this.#held.map(({ passage }) => passage)
  }
}

/** A coarse choice by the beginnings of words; the index scores what is chosen. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return words.map((word) => word.slice(0, 6))
}
