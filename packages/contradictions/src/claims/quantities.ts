/** How a value limits: `over` begins a range ("more than EUR 150 needs approval"). */
export type Bound = 'most' | 'least' | 'over' | 'exact'

/** A quantity in a clause, `[start, end)` of its words with those that make it a limit. */
export interface Quantity {
  readonly start: number
  readonly end: number
  /** In the base unit of its dimension: minutes, months, a currency's unit, a count. */
  readonly value: number
  /** Only quantities of one dimension can be compared: `time`, `working days`, `money EUR`. */
  readonly dimension: string
  readonly bound: Bound
}

const words: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, fourteen: 14, fifteen: 15, eighteen: 18, twenty: 20, thirty: 30 },
  ...{ forty: 40, 'forty-five': 45, fifty: 50, sixty: 60, ninety: 90, hundred: 100 },
}
const number = `(?:\\d{1,3}(?:[,’']\\d{3})+|\\d+)(?:\\.\\d+)?|\\b(?:${Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .join('|')})\\b`
const minute = 1
const month = 30.4375 * 24 * 60
const units: Readonly<Record<string, number>> = {
  ...{ second: minute / 60, minute, hour: 60 * minute, day: 24 * 60, week: 7 * 24 * 60 },
  ...{ month, quarter: 3 * month, year: 12 * month },
}
const unit = '(second|minute|hour|day|week|month|quarter|year)'
const currencies: Readonly<Record<string, string>> = {
  ...{ $: 'USD', '€': 'EUR', '£': 'GBP', dollar: 'USD', euro: 'EUR', pound: 'GBP', franc: 'CHF' },
}
const currency = '(EUR|USD|GBP|CHF|SEK|NOK|DKK|[$€£])'

/** The forms that a quantity takes, the more specific first; `read` null: not one after all. */
const forms: readonly {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray) => Pick<Quantity, 'value' | 'dimension'> | null
}[] = [
  {
    pattern: new RegExp(`${currency}\\s?(${number})|(${number})\\s?(euro|dollar|pound|franc)s?\\b`, 'giu'),
    read: ([, sign = '', signed, counted, name = '']) => ({
      value: numberOf(signed ?? counted),
      dimension: `money ${currencies[sign || name.toLowerCase()] ?? sign.toUpperCase()}`,
    }),
  },
  {
    pattern: new RegExp(`(${number})\\s?(?:%|percent\\b|per cent\\b)`, 'giu'),
    read: ([, count]) => ({ value: numberOf(count), dimension: 'percent' }),
  },
  {
    pattern: /(?<![\d-])([-−–]?\d+(?:\.\d+)?)\s?°\s?([CF])\b/gu,
    read: ([, degrees, scale]) => ({
      value: Number(degrees?.replace(/[−–]/, '-')),
      dimension: `degrees ${scale}`,
    }),
  },
  {
    pattern: new RegExp(`\\bevery\\s+(?:(${number}|second)\\s+)?${unit}s?\\b`, 'giu'),
    read: ([, count, name = '']) => ({
      value: (count?.toLowerCase() === 'second' ? 2 : count ? numberOf(count) : 1) * lengthOf(name),
      dimension: 'interval',
    }),
  },
  {
    pattern: new RegExp(
      `\\b(once|twice|(?:${number})\\s+times)\\s+(?:a|per|each|every|in a)\\s+${unit}\\b`,
      'giu',
    ),
    read: ([, times = '', name = '']) => {
      const count = /^once$/i.test(times) ? 1 : /^twice$/i.test(times) ? 2 : numberOf(times.split(/\s/)[0])
      return { value: lengthOf(name) / count, dimension: 'interval' }
    },
  },
  {
    pattern: /\b(daily|weekly|monthly|quarterly|half-yearly|semi-annually|yearly|annually)\b/giu,
    read: ([, adverb = '']) => ({ value: adverbs[adverb.toLowerCase()] ?? 0, dimension: 'interval' }),
  },
  {
    pattern: new RegExp(
      `(${number})(?:\\s*\\((${number})\\))?[\\s-]+(?:(working|business|calendar|consecutive|full)\\s+)?${unit}(?:s?['’]|s)?\\b(?![\\s-]+olds?\\b)`,
      'giu',
    ),
    read: ([, count, digits, kind = '', name = '']) => {
      const value = numberOf(digits ?? count)
      return /working|business/i.test(kind)
        ? { value, dimension: `working ${name.toLowerCase()}s` }
        : { value: value * lengthOf(name), dimension: 'time' }
    },
  },
  {
    // A count needs its noun; "3.2" and "version 2 of" are none.
    pattern: new RegExp(`(?<![\\w.,§/-])(${number})(?:\\s*\\((${number})\\))?\\s+(\\p{Ll}{3,})\\b`, 'giu'),
    read: ([, count, digits, noun = '']) =>
      notCounted.test(noun)
        ? null
        : { value: numberOf(digits ?? count), dimension: `count ${singular(noun)}` },
  },
]
const notCounted =
  /^(?:and|or|of|to|the|in|on|at|for|is|are|was|may|must|shall|with|from|by|per|that|which|who|more|less|other|others|further|another|person|side)$/i
const adverbs: Readonly<Record<string, number>> = {
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
  monthly: month,
  quarterly: 3 * month,
  'half-yearly': 6 * month,
  'semi-annually': 6 * month,
  yearly: 12 * month,
  annually: 12 * month,
}

const before: readonly { readonly bound: Bound; readonly pattern: RegExp }[] = [
  {
    bound: 'most',
    pattern:
      /(?:\bup to(?: a (?:value|maximum) of)?|\bat (?:the )?most|\bno(?:t)? (?:more|longer|later|older) than|\b(?:may|must|do|does|shall|can)?\s?not exceed|\bwithin(?: a maximum of)?|\bin less than|\bless than|\bfewer than|\bbelow|\bunder|\b(?:a )?maximum (?:of|is)|\blimited to)\s*$/iu,
  },
  {
    bound: 'least',
    pattern: /(?:\bat least|\bno(?:t)? (?:less|fewer|sooner|earlier) than|\b(?:a )?minimum (?:of|is))\s*$/iu,
  },
  { bound: 'over', pattern: /(?:\bmore than|\babove|\bover|\bexceed(?:s|ing)?|\bworth)\s*$/iu },
]
const after: readonly { readonly bound: Bound; readonly pattern: RegExp }[] = [
  {
    bound: 'most',
    pattern: /^\s*(?:at (?:the )?(?:most|latest)|or (?:less|fewer)|at a stretch|maximum)\b/iu,
  },
  { bound: 'least', pattern: /^\s*(?:at (?:the )?least|or (?:more|longer|older)|minimum)\b/iu },
]
/** "2 to 8 °C", "10-14 days": the ends of a range belong together and are no limits. */
const range = new RegExp(`(?:${number})\\s*(?:to|-|–|and|or)\\s*$`, 'iu')
/** "EUR 50 a month", "three days a week" measure something else than "EUR 50", "three days". */
const rate = new RegExp(
  `^\\s*(?:a|per|each|in an?|every|of each)\\s+(?:calendar\\s+)?(${unit.slice(1, -1)}|person|head|night|kilometre)\\b`,
  'iu',
)

/** Most clauses have none, which this tells at a tenth of the cost. */
const anyQuantity = new RegExp(
  `\\d|\\bevery\\b|${number}|\\b(?:once|twice)\\b|(?:dai|week|month|quarter|year|annual)ly\\b`,
  'iu',
)

/** The quantities of a clause, in order and without overlap. Ends of ranges are left out. */
export function quantitiesIn(text: string): Quantity[] {
  if (!anyQuantity.test(text)) return []
  const found: Quantity[] = []
  for (const { pattern, read } of forms)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (found.some((other) => start < other.end && other.start < end)) continue
      const reading = read(match)
      if (reading && Number.isFinite(reading.value)) found.push(limited(text, { start, end, ...reading }))
    }
  const inRange = ({ start }: Quantity) => range.test(text.slice(0, start))
  return found
    .filter((quantity) => !inRange(quantity) && !startsRange(text, quantity))
    .sort((a, b) => a.start - b.start)
}

/** A quantity with the words before and after it that make it a limit or a rate. */
function limited(text: string, quantity: Omit<Quantity, 'bound'>): Quantity {
  const ahead = text.slice(0, quantity.start)
  const behind = text.slice(quantity.end)
  const per = rate.exec(behind)
  const dimension = per ? `${quantity.dimension} per ${per[1]?.toLowerCase()}` : quantity.dimension
  const end = quantity.end + (per?.[0].length ?? 0)
  for (const { bound, pattern } of before) {
    const match = pattern.exec(ahead)
    if (match) return { ...quantity, start: match.index, end, dimension, bound }
  }
  for (const { bound, pattern } of after) {
    const match = pattern.exec(text.slice(end))
    if (match) return { ...quantity, end: end + match[0].length, dimension, bound }
  }
  return { ...quantity, end, dimension, bound: 'exact' }
}

function startsRange(text: string, { end }: Quantity): boolean {
  return new RegExp(`^\\s*(?:to|-|–)\\s*(?:${currency}\\s?)?(?:${number})`, 'iu').test(text.slice(end))
}

function numberOf(text = ''): number {
  return words[text.toLowerCase()] ?? Number(text.replace(/[,’']/g, ''))
}

function lengthOf(name: string): number {
  return units[name.toLowerCase()] ?? Number.NaN
}

function singular(noun: string): string {
  return noun.toLowerCase().replace(/(?:(?<=[^aeiou])ies|(?<!s)s)$/, (ending) => (ending === 's' ? '' : 'y'))
}
