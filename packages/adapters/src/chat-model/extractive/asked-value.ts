interface ValueKind {
  readonly asks: RegExp
  readonly answers: RegExp
}

const count =
  '(?:\\d|\\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million)\\b'
const quantity =
  'amount|share|percentage|proportion|number|limit|maximum|minimum|fee|fine|price|cost|temperature|wage|salary|allowance|length|rate|budget'

/** Kinds of values, most specific first; "there is none" counts as a value. */
const kinds: readonly ValueKind[] = [
  {
    asks: /\b(?:phone|telephone|fax) number\b/i,
    answers: /\+?\d[\d ()/-]{5,}|\bnone\b/i,
  },
  { asks: /\be-?mail address\b/i, answers: /@|\(at\)|\bnone\b/i },
  {
    asks: /\bhow often\b|\bhow frequently\b|\bat what intervals\b/i,
    answers:
      /\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|once|twice|every|each|per (?:day|week|month|quarter|year)|times|regularly|periodically|never)\b/i,
  },
  {
    asks: /\bhow (?:long|soon|quickly)\b|\bhow many (?:\w+ )?(?:minutes|hours|days|weeks|months|years)\b|\bhow much (?:more |additional )?time\b/i,
    answers: new RegExp(
      `${count}|\\bone\\b|\\ban?\\b)[^.;]{0,25}\\b(?:second|minute|hour|day|week|month|quarter|year)s?\\b|\\b(?:immediately|as long as|until|indefinitely|only as necessary|as (?:soon|quickly) as)\\b`,
      'i',
    ),
  },
  {
    asks: new RegExp(
      `\\bhow (?:many|much|old|high|large|big|far)\\b|\\b(?:what|which) (?:is the )?(?:\\w+ )?(?:${quantity})\\b`,
      'i',
    ),
    answers: new RegExp(`${count}|\\b(?:percent|dozen|none|unlimited|no limit)\\b)`, 'i'),
  },
]

/** Whether a span has the kind of value asked for: a time for "how long", say. */
export function holdsAskedValue(question: string, piece: string): boolean {
  const kind = kinds.find(({ asks }) => asks.test(question))
  return kind === undefined || kind.answers.test(piece)
}
