import { asksCharge, asksHolder, chargeIn, holderIn } from './asked-holder.ts'
import type { AskedQuestion } from './asked-question.ts'
import { asksRecord, tellsRecord } from './asked-record.ts'
import { addressAsked, asksWithin, mainClause } from './main-clause.ts'
import {
  borne,
  circumstance,
  coverage,
  date,
  duration,
  extent,
  frequency,
  hours,
  limitAsked,
  money,
  pointOfTime,
  reason,
  temperature,
} from './value-patterns.ts'
import {
  actionAsked,
  actionIn,
  addressIn,
  amountIn,
  contactIn,
  deadlineAsked,
  deadlineIn,
  decisionIn,
  doneBy,
  durationIn,
  grantedIn,
  limitIn,
  locationIn,
  meaningIn,
  newRoles,
  noticeIn,
  numbersNear,
  payingAsked,
  payingIn,
  share,
  timeOffIn,
  unitAsked,
  whoDoesAsked,
  whoMayAsked,
  withoutLabels,
} from './value-shares.ts'

/** "How many days before a change" wants a notice: what is due within days is none. */
const noticeAsked =
  /\bhow (?:many (?:\w+ )?(?:minutes|hours|days|weeks|months|years)|long|much time|far|soon)['’]? (?:before|ahead|prior to|in advance|beforehand|notice)\b|\bhow early\b|\bhow much notice\b/i

/**
 * "How many days of leave do I get" wants an amount, not within how many days something is done.
 */
const amountAsked =
  /\bhow many (?:\w+ )?(?:hours|days|weeks|months|holidays|vacations)\b.{0,40}\b(?:do|does|can|may|will|am|are|is) .{0,30}\b(?:have|get|gets|take|entitled|granted|due)\b(?! (?:to|for|until|before|after|left)\b)/i

/** Whom to tell, or how somebody is reached; "my report" is none that is to be made. */
const whomAsked =
  /\b(?:who|whom)\b.{0,30}\b(?<!\b(?:my|your|our|his|her|their|an?|the|this|that) )(?:tell|contact|call|ring|phone|e-?mail|mail|report|ask|inform|notify|write|turn to|reach|talk|speak|go to)\b|\bhow (?:do|can) (?:i|we) (?:reach|contact)\b/i

/** What kind of value a question asks for. */
interface ValueKind {
  readonly asks: Pick<RegExp, 'test'>
  /** How far a text has such a value, 0 to 1. */
  readonly has: (text: string, question: string) => number
  /** Whether so few texts have such a value that asking for it says what is asked about. */
  readonly isRare?: boolean
  /** Whether nearly every rule has one, so that it says nothing of what is asked about. */
  readonly isCommon?: boolean
  /** Somebody, or a time, number or amount. */
  readonly of?: 'somebody' | 'quantity'
}

/** What to do, what happens, or a situation told without a question word. */
const open =
  /\bwhat (?:now|next|then|about|if)\b|\band now\b|\banything to\b|\bwhat (?:(?:can|could|may|might|will|would) )?(?:happens?|becomes?|follows?)\b|\bwhat (?:may|must|can|could|shall|should) (?:i|we|you|one)\b|\bwhat (?:do|does|should|can|could|must|shall|will|would|may|might|is|are|am) .{1,60}\b(?:do|done)\b|^(?!.*\b(?:who|whom|whose|what|when|where|which|why|how)\b)/is
/**
 * Nearly any rule may answer an open question; of what another question asks for, such as the name
 * of a company, nothing is known. Chosen on the tuning half.
 */
const unmeasured = { open: 0.9, other: 0.6 }

/** Begins as a question for a yes or no does. */
const yesOrNoAsked =
  /^(?:.*[.!,;] )?(?:may|can|could|am|are|is|do|does|did|must|should|shall|will|would|has|have|need)\b/i
/** Stands for a question that asks for nothing else. */
const yesOrNo = 'Must I?'

function isTime(text: string): boolean {
  return duration.test(text) || date.test(text) || pointOfTime.test(text) || hours.test(text)
}

/** Kinds of values, most specific first. */
const kinds: readonly ValueKind[] = [
  {
    asks: addressAsked,
    has: addressIn,
  },
  { asks: /\bwho (?:pays|bears|covers)\b/i, has: (text) => (borne.test(text) ? 1 : 0.4), of: 'somebody' },
  { asks: whomAsked, has: contactIn, of: 'somebody' },
  { asks: { test: asksHolder }, has: holderIn, isCommon: true, of: 'somebody' },
  { asks: { test: asksCharge }, has: chargeIn, isCommon: true, of: 'somebody' },
  { asks: whoMayAsked, has: grantedIn, isCommon: true, of: 'somebody' },
  { asks: whoDoesAsked, has: doneBy, isCommon: true, of: 'somebody' },
  {
    asks: /\b(?:who|whom|whose)\b|\bwhich (?:team|department|person|role|group|office)\b/i,
    has: newRoles,
    isCommon: true,
    of: 'somebody',
  },
  {
    asks: /\bhow (?:often|frequently|regularly)\b|\bat what intervals\b|\bhow many times\b/i,
    has: (text) => (frequency.test(text) ? 1 : duration.test(text) ? 0.6 : 0),
    of: 'quantity',
  },
  {
    asks: /\b(?:what|which) (?:time|day|date|month|weekday)\b/i,
    has: (text) => share(pointOfTime.test(text)),
    of: 'quantity',
  },
  {
    asks: /\bhow long (?:must|should|shall|can|may|do|does|has|have) .{1,40}\bbe\s*\?/i,
    has: (text) => (extent.test(text) ? 1 : duration.test(text) ? 0.4 : 0),
    isRare: true,
    of: 'quantity',
  },
  {
    asks: /\bhow much (?:[\w-]+ ){0,3}?(?:leave|vacation|holidays?)\b/i,
    has: timeOffIn,
    of: 'quantity',
  },
  { asks: noticeAsked, has: noticeIn, of: 'quantity' },
  { asks: amountAsked, has: amountIn, of: 'quantity' },
  { asks: unitAsked, has: durationIn, of: 'quantity' },
  {
    asks: /\bhow (?:warm|cold|hot)\b|\b(?:what|which) (?:\w+ )?temperatures?\b/i,
    has: (text) => share(temperature.test(text)),
    isRare: true,
    of: 'quantity',
  },
  { asks: deadlineAsked, has: deadlineIn, of: 'quantity' },
  {
    asks: /\bhow (?:long|soon|quickly|fast|early|late|old)\b|\bhow many (?:\w+ )?(?:minutes|hours|days|weeks|months|years)\b|\bhow much (?:more |additional )?(?:time|notice)\b|\b(?:by|until|since|from) when\b|\bdeadlines?\b/i,
    has: (text) => share(duration.test(text) || date.test(text) || frequency.test(text)),
    of: 'quantity',
  },
  {
    // "What happens when its owner dies?" asks for no time.
    asks: /\bwhen(?: exactly| at the latest)?(?: (?:am|are|is|was|were|do|does|did|has|have|can|could|may|might|must|shall|should|will|would)\b|\s*\?|$)/i,
    has: (text) => (isTime(text) ? 1 : circumstance.test(text) ? 0.7 : 0.2),
    of: 'quantity',
  },
  {
    asks: /\b(?:in|out of|within|outside|beyond) scope\b|\bwhat (?:is|are) (?:covered|included|excluded)\b|\bwhat does .{1,60} (?:cover|include|apply to)\b/i,
    has: (text) => (coverage.test(text) ? 1 : 0.3),
  },
  { asks: limitAsked, has: limitIn, isRare: true, of: 'quantity' },
  {
    asks: /\bwhat (?:is|are) (?:[\w-]+ ){0,4}(?:time|period|duration)s?(?= (?:after|at|before|between|for|if|in|of|on|to|until|when)\b|\s*[?.!]|\s*$)/i,
    has: (text) => share(duration.test(text)),
    of: 'quantity',
  },
  {
    asks: /\bhow (?:expensive|costly|valuable)\b|\bhow much\b.{0,60}\b(?:cost|pay|paid|earn|charge|spend|spent|compensation|bonus|salary|fine|money)\b|\bwhat\b.{0,80}\b(?:cost|costs|charges?|price|fee|fine|salary|wage|bonus|reward)\b|\bhow high\b/i,
    has: (text) => share(money.test(text)),
    of: 'quantity',
  },
  {
    asks: /\bwhat (?:do|does|can|will|would|is|are) .{1,40}\bper (?:kilomet(?:re|er)|km|mile|hour|day|night|week|month|year|person|head)\b/i,
    has: (text) => share(money.test(text)),
    of: 'quantity',
  },
  {
    asks: /\bhow much\b|\bwhat\b.{0,30}\b(?:allowance|budget)\b|\b(?:what|which) (?:amount|sum)\b/i,
    has: (text, question) => (money.test(text) ? 1 : 0.6 * numbersNear(text, question)),
    of: 'quantity',
  },
  {
    asks: /\bhow (?:many|large|big|far|strong|warm|cold)\b|\b(?:what|which) (?:is the )?(?:\w+ ){0,2}(?:amount|share|percentage|proportion|number|maximum|minimum|temperature|length|rate|age)\b/i,
    has: numbersNear,
    of: 'quantity',
  },
  {
    // "Where does the money come from?" asks for no place.
    asks: /^(?:.*[.!,;] )?(?:from )?where\b(?!.* (?:come|comes|came) from\b)|\b(?:in|at|on) (?:which|what) (?:room|floor|building|site|place|office|folder|drive|system)\b/i,
    has: locationIn,
  },
  { asks: actionAsked, has: actionIn },
  { asks: /^\s*why\b|\bwhat for\b|\bfor what reason\b/i, has: (text) => (reason.test(text) ? 1 : 0.4) },
  {
    asks: /^\s*what (?:is|are|does|do)\b.{0,60}\b(?:mean|called|defined|definition)\b|^\s*what (?:is|are) (?:an? |the )?[\w-]+(?: [\w-]+)?\?$/i,
    has: meaningIn,
  },
  { asks: payingAsked, has: payingIn },
  { asks: yesOrNoAsked, has: decisionIn },
]

function kindOf(question: string): ValueKind | undefined {
  const asked = asksWithin.test(question) ? yesOrNo : mainClause(question)
  return kinds.find(({ asks }) => asks.test(asked))
}

/**
 * How far a text has the kind of value that a question asks for (time, number, money, person,
 * name, place, address, reason, instruction, yes or no), 0 to 1. Markers of items, numbers of
 * sections and values that the question names itself do not count.
 */
export function valueShare(question: string, text: string): number {
  const share = shareOfKind(question, text)
  return asksRecord(question) && !tellsRecord(text) ? ofRule * share : share
}

/** So much of the value is left where a record is asked for and the text is a rule. */
const ofRule = 0.2

function shareOfKind(question: string, text: string): number {
  const kind = kindOf(question)
  if (kind === undefined) return open.test(question) ? unmeasured.open : unmeasured.other
  return kind.has(withoutLabels(text, question), question)
}

/** Whether a question asks how something is done, which may be said without its word. */
export function asksHow(question: string): boolean {
  return actionAsked.test(question)
}

/** Whether a question asks whom to tell. */
export function asksWhom(question: string): boolean {
  return whomAsked.test(question)
}

/** Whether a question asks for no kind of value, but what to do or what happens. */
export function isOpen(question: string): boolean {
  return kindOf(question) === undefined && open.test(question)
}

/** Whether a question asks for what nearly every rule has: somebody, a yes or no. */
export function asksCommonValue({ asks, text }: Pick<AskedQuestion, 'asks' | 'text'>): boolean {
  return asks !== null || (kindOf(text)?.isCommon ?? false)
}

/** Whether a question asks for somebody, or for a time, number or amount. */
export function asksFor(question: string): 'somebody' | 'quantity' | null {
  return kindOf(question)?.of ?? null
}

/** Whether a question asks for a kind of value that few texts have: how long or warm a thing is. */
export function asksRareValue(question: string): boolean {
  return kindOf(question)?.isRare ?? false
}

/** Whether the text lacks a value of the kind that a question asks for. */
export function lacksValue(question: string, text: string): boolean {
  return valueShare(question, text) < 0.5
}
