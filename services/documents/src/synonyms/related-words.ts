import { stemmer } from 'stemmer'
import type { SynonymGroup } from './synonyms-schema.ts'

/** Groups by the stems of each of their words; made once per list. */
export class Synonyms {
  readonly #groups = new Map<string, SynonymGroup[]>()
  readonly #longest: number

  constructor(groups: readonly SynonymGroup[]) {
    let longest = 0
    for (const group of groups)
      for (const phrase of group) {
        const stems = stemsOf(phrase)
        longest = Math.max(longest, stems.length)
        const key = stems.join(' ')
        this.#groups.set(key, [...(this.#groups.get(key) ?? []), group])
      }
    this.#longest = longest
  }

  /**
   * What texts may call the words of a question, in the question's order: the longest phrase first,
   * so that "sick note" is no "note"; each other word of its groups once.
   */
  relatedTo(question: string): string[] {
    const words = wordsOf(question)
    const related = new Set<string>()
    for (let at = 0; at < words.length; ) {
      const found = this.#phraseAt(words, at)
      for (const word of found?.others ?? []) related.add(word)
      at += found?.length ?? 1
    }
    return [...related]
  }

  #phraseAt(words: readonly string[], at: number) {
    for (let length = Math.min(this.#longest, words.length - at); length > 0; length -= 1) {
      const asked = words.slice(at, at + length)
      const key = asked.map(stemmer).join(' ')
      const groups = this.#groups.get(key)
      if (!groups) continue
      const others = new Map(groups.flat().map((word) => [stemsOf(word).join(' '), word]))
      others.delete(key)
      return { length, others: [...others.values()] }
    }
    return null
  }
}

function stemsOf(phrase: string): string[] {
  return wordsOf(phrase).map(stemmer)
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? []
  )
}
