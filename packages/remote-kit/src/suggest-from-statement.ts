/** A sentence of a policy that says how long, how often or how soon something is done. */
const statement =
  /(?:^|[.!?]\s+)(?:\d+(?:\.\d+)*\.?\s+)?(?<subject>(?:(?:An?|All|Each|Every) )?\p{L}[\p{L}’'-]+(?: [\p{L}’'-]+){1,5}) (?<verb>is|are) (?<done>\p{Ll}+(?:ed|en|pt|ne)) (?<link>for|every|within) (?:at (?:least|most) )?(?:(?:\p{Ll}+|\d+) (?:working )?(?:minute|hour|day|week|month|year)s?|day|week|month|quarter|year)\b/gmu
/** Such a subject is clear only beside its sentence, or is no subject. */
const unclear =
  /^(?:the|its|their|this|that|these|those|it|they|after|before|if|when)\b|\b(?:appendix|annex|section|it|they|whose|that|which)\b/i
/** "Notified body and insurer are informed": notes leave out articles that a question needs. */
const isNote = /^(?!(?:an?|all|each|every) ).* and [\p{L}’'-]*[^\P{L}s]$/iu

type Link = 'for' | 'every' | 'within'

/** What people ask to hear such a sentence, by what is best known. */
const questions: Readonly<Record<Link, (part: Part) => string>> = {
  for: ({ subject, verb, done }) => `How long ${verb} ${subject} ${done}?`,
  every: ({ subject, verb, done }) => `How often ${verb} ${subject} ${done}?`,
  within: ({ subject, done }) => `How soon must ${subject} be ${done}?`,
}

interface Part {
  readonly subject: string
  readonly verb: string
  readonly done: string
}

/**
 * A question whose answer stands in a text, in the text's own words; null where no sentence says a
 * period. `inSentence` writes the beginning of a sentence as within one.
 */
export function questionFromStatement(text: string, inSentence: (words: string) => string): string | null {
  const found = [...text.matchAll(statement)].flatMap(({ groups = {} }) => {
    const { subject = '', verb = '', done = '', link = 'for' } = groups
    if (unclear.test(subject) || isNote.test(subject)) return []
    return [{ subject: inSentence(subject), verb, done, link: link as Link }]
  })
  for (const link of Object.keys(questions) as Link[]) {
    const part = found.find((one) => one.link === link)
    if (part) return questions[link](part)
  }
  return null
}
