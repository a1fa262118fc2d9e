import { functionWords } from './function-words.ts'

/** ISO 639-1 code of a language that can be told apart. */
export type LanguageCode = keyof typeof functionWords

const codes = Object.keys(functionWords) as LanguageCode[]
const vocabularies = codes.map((code) => [code, new Set<string>(functionWords[code])] as const)

/** Letters that English does not have, and who does. */
const letters: readonly (readonly [RegExp, readonly LanguageCode[]])[] = [
  [/ß/u, ['de']],
  [/[äö]/u, ['de', 'sv', 'fi']],
  [/ü/u, ['de']],
  [/å/u, ['sv', 'da', 'nb']],
  [/[æø]/u, ['da', 'nb']],
  [/ñ/u, ['es']],
  [/[¿¡]/u, ['es']],
  [/[ãõ]/u, ['pt']],
  [/ç/u, ['fr', 'pt']],
  [/[èùœê]/u, ['fr', 'it']],
  [/[ąęłśźż]/u, ['pl']],
  [/[ěřů]/u, ['cs']],
]

/** Points for a letter, in function words; a name ("Zoë", "Møller") is no reason by itself. */
const letterPoints = 0.75
/** A language other than English needs so many points, and so many more than English. */
const pointsMin = 2
const aheadOfEnglish = 1.5
/** A share of the words below this is chance, as in a list of names. */
const shareMin = 0.2

/**
 * The language of a question or a passage by its function words; null where it is unclear. English
 * comes first: an English question with a foreign name or a foreign word stays English.
 */
export function detectLanguage(text: string): LanguageCode | null {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'")
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? []
  const points = new Map(
    vocabularies.map(([code, known]) => [code, words.filter((word) => known.has(word)).length]),
  )
  for (const [letter, having] of letters)
    if (letter.test(plain))
      for (const code of having) points.set(code, (points.get(code) ?? 0) + letterPoints)
  const english = points.get('en') ?? 0
  const [best, second] = [...points].filter(([code]) => code !== 'en').sort((a, b) => b[1] - a[1])
  if (
    best &&
    best[1] >= pointsMin &&
    best[1] >= english + aheadOfEnglish &&
    best[1] >= shareMin * words.length
  )
    return second && second[1] === best[1] ? closest(best[0], second[0]) : best[0]
  return english > 0 && english >= (best?.[1] ?? 0) && english >= shareMin * words.length ? 'en' : null
}

/** Danish and Norwegian share most of their words; either name is right enough for a reader. */
function closest(one: LanguageCode, other: LanguageCode): LanguageCode | null {
  const scandinavian: readonly LanguageCode[] = ['da', 'nb', 'sv']
  return scandinavian.includes(one) && scandinavian.includes(other) ? one : null
}

/** What English calls a language: "German". */
export function languageName(code: LanguageCode): string {
  return names.of(code) ?? code
}

const names = new Intl.DisplayNames('en', { type: 'language' })
