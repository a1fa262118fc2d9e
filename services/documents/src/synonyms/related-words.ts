import { stemmer } from 'stemmer'
import type { SynonymGroup } from './synonyms-schema.ts'

/** A word may be in every group; what is looked for stays a query that an index can answer. */
const othersMax = 50
const relatedMax = 100

/** The other words of each phrase's groups, by its stems; made once per list. */
export class Synonyms {
  readonly #others = new Map<string, ReadonlyMap<string, string>>()
  readonly #longest: number

  constructor(groups: readonly SynonymGroup[]) {
    let longest = 0
    for (const group of groups) {
      const phrases = group.map((phrase) => ({ phrase, stems: stemsOf(phrase) }))
      const words = new Map(phrases.map(({ phrase, stems }) => [stems.join(' '), phrase]))
      longest = Math.max(longest, ...phrases.map(({ stems }) => stems.length))
      for (const key of words.keys()) this.#others.set(key, withOthers(this.#others.get(key), words, key))
    }
    this.#longest = longest
  }

  /**
   * What texts may call the words of a question, in the question's order: the longest phrase first,
   * so that "sick note" is no "note"; each other word of its groups once.
   */
  relatedTo(question: string): string[] {
    const stems = stemsOf(question)
    const related = new Set<string>()
    for (let at = 0; at < stems.length && related.size < relatedMax; ) {
      const found = this.#phraseAt(stems, at)
      for (const word of found?.others ?? []) related.add(word)
      at += found?.length ?? 1
    }
    return [...related].slice(0, relatedMax)
  }

  #phraseAt(stems: readonly string[], at: number) {
    for (let length = Math.min(this.#longest, stems.length - at); length > 0; length -= 1) {
      const others = this.#others.get(stems.slice(at, at + length).join(' '))
      if (others) return { length, others: others.values() }
    }
    return null
  }
}

/** The others of a phrase with those of one more group; of two with the same stems, one. */
function withOthers(
  known: ReadonlyMap<string, string> = new Map(),
  words: ReadonlyMap<string, string>,
  key: string,
): ReadonlyMap<string, string> {
  if (known.size >= othersMax) return known
  const added = [...words].filter(([other]) => other !== key)
  return new Map([...known, ...added].slice(0, othersMax))
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
