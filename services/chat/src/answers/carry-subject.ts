import { withoutExpletive } from './expletive-it.ts'

/** Words that ask or join, and say nothing of what the question is about. */
const fillers = new Set(
  `a about after again all also always am an and any are as at be been before but by can could did do does
  done during else ever few for from get gets give given go goes had happen happens has have how i if in
  into is just kind know let long make many may me mean means might more most much must my need needs no
  not now of often on only or other our out own per please really same say says shall she should since so
  some soon still such tell than that the their them then there these they thing things this those though
  to too under until up upon us use very want was way we were what whats when where whether which while who
  whom whose why will with within without would yes you your yours he him his her it its one ones mine`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const persons = /\b(they|them|their|those|these|he|him|his|she|her)\b/i
const things = /\b(it|its|this|that|the same|there)\b/i
/** "If there is a fire" points to nothing, and "Are there exceptions?" says of nothing. */
const exists = /\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b/gi
const joins = /^\s*(and|but|or|so|then|also|what about|how about|what if|even if|only if)\b/i

/** As many words as a question may have that still speaks of what was asked before. */
const ownWordsMax = { persons: 3, things: 2, joins: 2, exists: 1, none: 0 }
const carriedMax = 6

/** The words that say what a question is about, in order, each once. */
export function subjectWords(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const said = words.map((word) => word.replace(/['’]s$/, ''))
  return [...new Set(said)].filter((word) => word.length > 1 && !fillers.has(word))
}

/** Whether a question can only be understood by what was asked before it. */
export function leansOnThread(question: string): boolean {
  const said = withoutExpletive(question)
  const own = subjectWords(said).length
  if (own <= ownWordsMax.none) return true
  if (persons.test(said)) return own <= ownWordsMax.persons
  const pointing = said.replace(exists, ' ')
  if (things.test(pointing)) return own <= ownWordsMax.things
  if (pointing !== said && own <= ownWordsMax.exists) return true
  return joins.test(said) && own <= ownWordsMax.joins
}

/**
 * A follow-up question with the subject of its thread, for those who do not read along: the words
 * of the latest question before it that is clear without one. Any other question stays as it is.
 */
export function carrySubject(question: string, earlier: readonly string[]): string {
  if (!leansOnThread(question)) return question
  const own = new Set(subjectWords(question))
  const subject = earlier.findLast((asked) => !leansOnThread(asked))
  const carried = subjectWords(withoutExpletive(subject ?? '')).filter((word) => !own.has(word))
  return carried.length === 0 ? question : `${question} (${carried.slice(0, carriedMax).join(' ')})`
}
