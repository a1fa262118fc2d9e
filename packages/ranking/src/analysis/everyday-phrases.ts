import { readFileSync } from 'node:fs'
import { stemmer } from 'stemmer'
import { textTerms } from './text-terms.ts'

/** Words added to a question at most. */
const addedMax = 8
/** The part of a question that is looked through. */
const charactersMax = 2000

/** What people say in several words, and what documents say for it. */
export interface EverydayPhrase {
  /** Its terms: `passed away` has `pass` and `awai`. */
  readonly terms: readonly string[]
  /** The words of documents, as they are written and as terms. */
  readonly meant: string
  readonly meantTerms: readonly string[]
}

const articles = new Set(['a', 'an', 'the'])
/** An object may stand within these: "throw old papers away"; "get it back" says more. */
const separable =
  /^(?:bring|give|hand|note|pass|put|send|shut|switch|throw|turn|write) (?:away|back|down|off|over)$/
/** So many words of an object at most. */
const objectWordsMax = 3
/** Forms that no stemmer knows; "left" is left out, which is no leaving in "left my phone". */
const irregular = new Map(
  (
    'broke broken>break stole stolen>steal lost>lose gave given>give took taken>take bought>buy sold>sell found>find ' +
    'sent>send told>tell wrote written>write spoke spoken>speak fell fallen>fall got gotten>get had has>have went gone>go ' +
    'came>come paid>pay made>make kept>keep threw thrown>throw knew known>know heard>hear forgot forgotten>forget ' +
    'caught>catch said>say rang rung>ring drove driven>drive flew flown>fly ate eaten>eat brought>bring met>meet wore worn>wear'
  )
    .split(/(?<=>\w+) /)
    .flatMap((line) => {
      const [forms = '', base = ''] = line.split('>')
      return forms.split(' ').map((form) => [form, base] as const)
    }),
)

/**
 * A line each: phrases of people, and after ">" the words by which documents say the same. In a
 * phrase, the name of a set ("{limb} = hand|arm") stands for each of its words.
 */
const lines = readFileSync(new URL('./everyday-phrases.txt', import.meta.url), 'utf8').split('\n')
const sets = new Map(
  lines.flatMap((line) => {
    const [, name, words = ''] = /^(\{\w+\}) = (.+)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, words.split('|')] as const]
  }),
)
const written = lines.flatMap((line) => {
  const [said = '', meant = ''] = line.split(' > ')
  if (meant === '') return []
  const meantTerms = textTerms(meant)
  return said
    .split('|')
    .flatMap(spelledOut)
    .map((phrase) => ({
      words: wordsOf(phrase),
      split: splitForm(phrase),
      written: spaced(phrase),
      terms: textTerms(phrase),
      meant,
      meantTerms,
    }))
})

/** Each once: "breaks the rules" and "broke the rules" are one. */
const phrases = [...new Map(written.map((phrase) => [`${phrase.words}> ${phrase.meant}`, phrase])).values()]

/** A phrase with each word of the sets that it names. */
function spelledOut(phrase: string): string[] {
  const [name] = /\{\w+\}/.exec(phrase) ?? []
  if (name === undefined) return [phrase]
  return (sets.get(name) ?? []).flatMap((word) => spelledOut(phrase.replace(name, word)))
}

/**
 * The phrases that a question has; of those within one another the longest. One with its object
 * in between counts where nothing else is known of its verb: "write my password down" is a phrase.
 */
export function phrasesIn(question: string): EverydayPhrase[] {
  const forms = formsOf(question)
  const asked = [forms, spaced(question)]
  const whole = phrases.filter(({ words }) => asked.some((text) => text.includes(words)))
  const split = phrases.filter((phrase) => phrase.split?.test(forms) && !whole.some(sharesVerb(phrase)))
  const found = [...whole, ...split]
  return found.filter(
    ({ words }) =>
      !found.some(
        (other) => other.words !== words && [other.words, other.written].some((text) => text.includes(words)),
      ),
  )
}

function sharesVerb({ words }: { readonly words: string }): (other: { readonly words: string }) => boolean {
  const verb = words.slice(0, words.indexOf(' ', 1) + 1)
  return (other) => other.words.startsWith(verb)
}

/**
 * What documents say for the phrases of a question, as terms that it does not have: `deceas` for
 * "passed away". One way only: a question about death is not about passing.
 */
export function documentWords(question: string, terms: readonly string[]): string[] {
  const meant = phrasesIn(question).flatMap(({ meantTerms }) => meantTerms)
  return [...new Set(meant)].filter((term) => !terms.includes(term)).slice(0, addedMax)
}

/**
 * The question followed by what documents say for its phrases, to be encoded beside it; null if it
 * has none: "Can I fly business class? (airfare travel)".
 */
export function inDocumentWords(question: string): string | null {
  const text = question.slice(0, charactersMax).toWellFormed()
  const own = new Set(textTerms(text))
  const words = new Set(phrasesIn(text).flatMap(({ meant }) => meant.split(' ')))
  const added = [...words].filter((word) => textTerms(word).some((term) => !own.has(term)))
  return added.length === 0 ? null : `${text} (${added.slice(0, addedMax).join(' ')})`
}

/** A single word counts as it is: a reporter is of the press, a report is not. */
function wordsOf(phrase: string): string {
  const forms = formsOf(phrase)
  return forms.trim().includes(' ') ? forms : spaced(phrase)
}

/** "Throw away" with its object between; most phrases have no such form. */
function splitForm(phrase: string): RegExp | null {
  const forms = formsOf(phrase)
  if (!separable.test(spaced(phrase).trim())) return null
  return new RegExp(forms.replace(/(?<=\w) (?=\w)/, `(?: [^ ]+){1,${objectWordsMax}} `))
}

/** The words without their endings and without articles, each between spaces. */
function formsOf(text: string): string {
  const words = spaced(text).trim().split(' ')
  const forms = words.filter((word) => !articles.has(word)).map((word) => stemOf(irregular.get(word) ?? word))
  return ` ${forms.join(' ')} `
}

/** A training is no train. */
function stemOf(word: string): string {
  return word === 'training' ? word : stemmer(word)
}

/** The words in small letters, each between spaces. */
function spaced(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replaceAll('’', "'")
      .replace(/\be-mail/g, 'email')
      .match(/[\p{L}\p{N}']+/gu) ?? []
  return ` ${words.join(' ')} `
}
