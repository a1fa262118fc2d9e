/** What a clause says, under which condition, and counted from or ordered by which event. */
export interface ClauseParts {
  readonly main: string
  readonly condition: string
  readonly event: string
  /** On which side of the event, if the clause says so. */
  readonly order: 'before' | 'after' | null
}

/** Replaces the quantity, so that what follows it can be read as its event. */
export const quantityMark = '\uE000'

const number = '(?:[A-Z]{2,4}-)*[A-Z]{2,4}-\\d+'
/** What a clause adds without limiting what it says. */
const additions = [
  /\([^()]*\)/gu,
  /(?:,\s*)?\b(?:including|such as|for example|e\.g\.|for instance|among them|especially|in particular|namely)\b[^,;.]*(?:,|(?=[;.]|$))/giu,
  /(?:[,;]\s*)?\b(?:because|so that|in order to|as a result|as this|since this|to make sure|to ensure)\b[^;]*/giu,
  new RegExp(
    `(?:[,;]\\s*)?\\b(?:see|as described in|as laid down in|according to|in accordance with|pursuant to)\\b[^,;]*(?:${number})?`,
    'giu',
  ),
]
const conditions = [
  // At the start it ends with the comma, later it may be a list.
  /^\s*(?:if|when|whenever|where|unless|provided(?: that)?|as long as|while)\b[^,;\uE000]*/giu,
  /\b(?:if|when|whenever|where|unless|provided(?: that)?|as long as|while)\b[^;\uE000]*/giu,
  /\b(?:except|in (?:the )?(?:case|event) of|with the exception of|without|during|only|outside|instead of)\b[^,;\uE000]*/giu,
  /\bfor\s+(?!\s*\uE000)[^,;\uE000]*/giu,
  // Places and offices limit a rule to some of its readers.
  /\b(?:[Ii]n|[Aa]t) (?:the )?\p{Lu}[\p{L}-]+(?:(?:,| and| or) \p{Lu}[\p{L}-]+)*/gu,
]
const events = [
  { order: 'after', pattern: /\b(?:after|(?<!\bthe )following|upon|once)\b[^,;\uE000]*/iu },
  { order: 'before', pattern: /\b(?:before|prior to|ahead of)\b[^,;\uE000]*/iu },
  {
    order: null,
    // "28 days of leave" is no event, "within a day of receipt" is one.
    pattern:
      /(?<=\uE000\s*)(?:counted )?(?:from|since|starting with|of (?=(?:the|its|their|an?|\p{L}+ing|receipt|discovery|notification|notice|request)\b))[^,;\uE000]*/iu,
  },
] as const

/** Splits a clause whose quantity, if any, is replaced by {@link quantityMark}. */
export function splitClause(clause: string): ClauseParts {
  let main = clause
  for (const pattern of additions) main = main.replace(pattern, ' ')
  let event = ''
  let order: ClauseParts['order'] = null
  for (const { pattern, order: side } of events)
    main = main.replace(pattern, (words) => {
      event += ` ${words}`
      order ??= side
      return ' '
    })
  let condition = ''
  for (const pattern of conditions)
    main = main.replace(pattern, (words) => {
      condition += ` ${words}`
      return ' '
    })
  return { main, condition, event, order }
}
