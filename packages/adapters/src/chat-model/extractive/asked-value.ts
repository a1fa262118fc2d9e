import {
  address,
  channel,
  circumstance,
  count,
  date,
  duration,
  extent,
  frequency,
  lookedBackOn,
  meaning,
  modality,
  money,
  notice,
  pointOfTime,
  reason,
  rolesIn,
  tells,
  temperature,
  timeLimit,
} from './value-patterns.ts'

/** "How many hours" wants hours: days answer another question. */
const unitAsked = /\bhow many (?:\w+ )?(minute|hour|day|week|month|year)s\b/i

/** "How many days before a change" wants a notice: what is due within days is none. */
const noticeAsked =
  /\bhow (?:many (?:\w+ )?(?:minutes|hours|days|weeks|months|years)|long|much time|far|soon)['’]? (?:before|ahead|prior to|in advance|beforehand|notice)\b|\bhow early\b/i

/**
 * "How many days of leave do I get" wants an amount, not within how many days something is done.
 */
const amountAsked =
  /\bhow many (?:\w+ )?(?:hours|days|weeks|months|holidays|vacations)\b.{0,40}\b(?:do|does|can|may|will|am|are|is) .{0,30}\b(?:have|get|gets|take|entitled|granted|due)\b(?! (?:to|for|until|before|after|left)\b)/i

/** What kind of value a question asks for. */
interface ValueKind {
  readonly asks: RegExp
  /** How far a text has such a value, 0 to 1. */
  readonly has: (text: string, question: string) => number
  /** Whether so few texts have such a value that asking for it says what is asked about. */
  readonly isRare?: boolean
}

/** What to do, what happens, or a situation told without a question word. */
const open =
  /\bwhat (?:now|next|then|about|if)\b|\band now\b|\banything to\b|\bwhat (?:(?:can|could|may|might|will|would) )?(?:happens?|becomes?|follows?)\b|\bwhat (?:may|must|can|could|shall|should) (?:i|we|you|one)\b|\bwhat (?:do|does|should|can|could|must|shall|will|would|may|might|is|are|am) .{1,60}\b(?:do|done)\b|^(?!.*\b(?:who|whom|whose|what|when|where|which|why|how)\b)/is
/**
 * Nearly any rule may answer an open question; of what another question asks for, such as the name
 * of a company, nothing is known. Chosen on the tuning half.
 */
const unmeasured = { open: 0.9, other: 0.6 }

/** Kinds of values, most specific first. */
const kinds: readonly ValueKind[] = [
  {
    asks: /\b(?:phone|telephone|fax|e-?mail|mail|web|postal)[ -]?(?:number|address|page|site)\b|\bhotline\b|\bmailbox\b|\bwhere (?:do|can|should|must|may) (?:i|we|you|one)\b.{0,30}\b(?:report|write|send|turn|apply|call|complain|file|submit|reach)\b/i,
    has: addressIn,
  },
  {
    asks: /\b(?:who|whom)\b.{0,30}\b(?:tell|contact|call|report|ask|inform|notify|write|turn to|reach|talk|speak|go to)\b|\bhow (?:do|can) (?:i|we) (?:reach|contact)\b/i,
    has: (text, question) =>
      Math.max(addressIn(text), (tells.test(text) ? 0.9 : 0.4) * newRoles(text, question)),
  },
  { asks: /\b(?:who|whom|whose)\b|\bwhich (?:team|department|person|role|group|office)\b/i, has: newRoles },
  {
    asks: /\bhow (?:often|frequently|regularly)\b|\bat what intervals\b|\bhow many times\b/i,
    has: (text) => share(frequency.test(text) || duration.test(text)),
  },
  {
    asks: /\b(?:what|which) (?:time|day|date|month|weekday)\b/i,
    has: (text) => share(pointOfTime.test(text)),
  },
  {
    asks: /\bhow long (?:must|should|shall|can|may|do|does|has|have) .{1,40}\bbe\s*\?/i,
    has: (text) => (extent.test(text) ? 1 : duration.test(text) ? 0.4 : 0),
    isRare: true,
  },
  { asks: noticeAsked, has: noticeIn },
  { asks: amountAsked, has: amountIn },
  { asks: unitAsked, has: durationIn },
  {
    asks: /\bhow (?:warm|cold|hot)\b|\b(?:what|which) (?:\w+ )?temperatures?\b/i,
    has: (text) => share(temperature.test(text)),
    isRare: true,
  },
  {
    asks: /\bhow (?:long|soon|quickly|fast|early|late|old)\b|\bhow many (?:\w+ )?(?:minutes|hours|days|weeks|months|years)\b|\bhow much (?:more |additional )?(?:time|notice)\b|\b(?:by|until|since|from) when\b|\bdeadlines?\b/i,
    has: (text) => share(duration.test(text) || date.test(text) || frequency.test(text)),
  },
  {
    // "What happens when its owner dies?" asks for no time.
    asks: /\bwhen(?: exactly| at the latest)?(?: (?:am|are|is|was|were|do|does|did|has|have|can|could|may|might|must|shall|should|will|would)\b|\s*\?|$)/i,
    has: (text) => (duration.test(text) || date.test(text) ? 1 : circumstance.test(text) ? 0.7 : 0.2),
  },
  {
    asks: /\bhow (?:expensive|costly|valuable)\b|\bhow much\b.{0,60}\b(?:cost|pay|paid|earn|charge|spend|spent|compensation|bonus|salary|fine|money)\b|\bwhat\b.{0,80}\b(?:cost|costs|price|fee|fine|salary|wage|bonus|reward)\b|\bhow high\b/i,
    has: (text) => share(money.test(text)),
  },
  {
    asks: /\bwhat (?:do|does|can|will|would|is|are) .{1,40}\bper (?:kilomet(?:re|er)|km|mile|hour|day|night|week|month|year|person|head)\b/i,
    has: (text) => share(money.test(text)),
  },
  {
    asks: /\bhow much\b|\bwhat\b.{0,30}\b(?:allowance|budget|limit)\b|\b(?:what|which) (?:amount|sum)\b/i,
    has: (text, question) => (money.test(text) ? 1 : 0.6 * numbersNear(text, question)),
  },
  {
    asks: /\bhow (?:many|large|big|far|strong|warm|cold)\b|\b(?:what|which) (?:is the )?(?:\w+ )?(?:amount|share|percentage|proportion|number|maximum|minimum|temperature|length|rate|age)\b/i,
    has: numbersNear,
  },
  { asks: /^\s*why\b|\bwhat for\b|\bfor what reason\b/i, has: (text) => (reason.test(text) ? 1 : 0.4) },
  {
    asks: /^\s*what (?:is|are|does|do)\b.{0,60}\b(?:mean|called|defined|definition)\b|^\s*what (?:is|are) (?:an? |the )?[\w-]+(?: [\w-]+)?\?$/i,
    has: (text) => (meaning.test(text) ? 1 : 0.4),
  },
  {
    asks: /^(?:.*[.!,;] )?(?:may|can|could|am|are|is|do|does|did|must|should|shall|will|would|has|have|need)\b/i,
    has: (text) => (modality.test(text) ? 1 : 0.3),
  },
]

/**
 * How far a text has the kind of value that a question asks for (time, number, money, person,
 * name, place, address, reason, instruction, yes or no), 0 to 1. Markers of items, numbers of
 * sections and values that the question names itself do not count.
 */
export function valueShare(question: string, text: string): number {
  const kind = kinds.find(({ asks }) => asks.test(question))
  if (kind === undefined) return open.test(question) ? unmeasured.open : unmeasured.other
  return kind.has(withoutLabels(text, question), question)
}

/** Whether a question asks for no kind of value, but what to do or what happens. */
export function isOpen(question: string): boolean {
  return !kinds.some(({ asks }) => asks.test(question)) && open.test(question)
}

/** Whether a question asks for a kind of value that few texts have: how long or warm a thing is. */
export function asksRareValue(question: string): boolean {
  return kinds.find(({ asks }) => asks.test(question))?.isRare ?? false
}

/** Whether the text lacks a value of the kind that a question asks for. */
export function lacksValue(question: string, text: string): boolean {
  return valueShare(question, text) < 0.5
}

/** An address, half of it the means alone: a team that meets "by telephone" cannot be called. */
function addressIn(text: string): number {
  return address.test(text) ? 1 : channel.test(text) ? 0.5 : 0
}

/** A length of time in the unit asked for, half of it in another one. */
function durationIn(text: string, question: string): number {
  // Holidays are counted in days.
  const unit = unitAsked.exec(question)?.[1] ?? 'day'
  if (new RegExp(`${count}[^.;]{0,25}\\b${unit}s?\\b`, 'i').test(text)) return 1
  return duration.test(text) || date.test(text) || frequency.test(text) ? 0.5 : 0
}

/** A length of time that is no limit of time, half of it one that is. */
function amountIn(text: string, question: string): number {
  return durationIn(text, question) / (timeLimit.test(text) ? 2 : 1)
}

/** A length of time before something, half of it any other one. */
function noticeIn(text: string, question: string): number {
  const has = unitAsked.test(question) ? durationIn(text, question) : share(duration.test(text))
  return notice.test(text) ? has : has / 2
}

function share(has: boolean): number {
  return has ? 1 : 0
}

/** The text without markers, section numbers, numbers that the question has and times gone by. */
function withoutLabels(text: string, question: string): string {
  const asked = new Set(question.match(/\d[\d.,]*\d|\d/g) ?? [])
  return text
    .replace(/(^|\n)\s*\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivxlcdm]{1,7})[.)]\s+/g, '$1')
    .replace(/(^|\n)\s*\d{1,3}(?:\.\d{1,3})+\s+/g, '$1')
    .replace(
      /(?:\b(?:sections?|articles?|clauses?|annex|appendix|chapters?|rules?|no\.)|§+)\s*\d[\d.]*/gi,
      ' ',
    )
    .replace(lookedBackOn, ' ')
    .replace(/\d[\d.,]*\d|\d/g, (number) => (asked.has(number) ? ' ' : number))
}

/** People and teams beyond those whom the question names. */
function newRoles(text: string, question: string): number {
  const named = rolesIn(question)
  const found = rolesIn(text)
  if (found.strong.some((role) => !named.strong.includes(role))) return 1
  if (found.weak.some((role) => !named.weak.includes(role))) return 0.7
  return found.strong.length + found.weak.length > 0 ? 0.4 : 0
}

const number = new RegExp(count, 'i')
const noNumber = /\b(?:none|unlimited|no limit|any number|all)\b/i

/** "How many suppliers" wants a number within five words before "suppliers". */
function numbersNear(text: string, question: string): number {
  if (noNumber.test(text) && !/\d/.test(text)) return 0.7
  const noun = /\bhow many (?:\w{1,3} )?(\w{4,})/i.exec(question)?.[1]?.slice(0, 5)
  if (!number.test(text)) return 0
  if (noun === undefined) return 1
  const near = new RegExp(`${count}(?:\\s+\\S+){0,5}?\\s+${noun}`, 'i')
  return near.test(text) ? 1 : 0.5
}
