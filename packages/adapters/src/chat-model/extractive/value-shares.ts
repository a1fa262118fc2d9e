import { phrasesIn } from '@portal/ranking/analysis/everyday-phrases'
import { termsOf } from './asked-question.ts'
import { hasWord } from './has-word.ts'
import {
  address,
  anybody,
  channel,
  contactColumn,
  count,
  date,
  deadline,
  duration,
  frequency,
  granting,
  limit,
  location,
  locationName,
  lookedBackOn,
  meaning,
  modality,
  money,
  namedLocation,
  notice,
  paying,
  permitting,
  position,
  rolesIn,
  tells,
  timeLimit,
} from './value-patterns.ts'

/** "How many hours" wants hours: days answer another question. */
export const unitAsked = /\bhow many (?:\w+ )?(minute|hour|day|week|month|year)s\b/i

/** An address, half of it the means alone: a team that meets "by telephone" cannot be called. */
export function addressIn(text: string): number {
  return address.test(text) ? 1 : channel.test(text) ? 0.5 : 0
}

/** "May I stay at home?" is decided by "for up to five days" and "is requested from", too. */
const permissionAsked = /^(?:.*[.!,;] )?(?:may|can|could|am|are) (?:i|we|you|one)\b/i
const onRequest = /\b(?:(?:is|are) requested|on request|approved by|approval of|consent of)\b/i

/** What decides a yes or no. */
export function decisionIn(text: string, question: string): number {
  // A row that says to whom something is reported says that it is.
  if (contactColumn.test(text) && tells.test(question)) return 1
  if (!permissionAsked.test(question)) return modality.test(text) ? 1 : 0.3
  if (permitting.test(text) || limit.test(text) || onRequest.test(text)) return 1
  return modality.test(text) ? 0.6 : 0.3
}

/** "Do I have to pay for it?" is decided by a rule about paying, not by any rule. */
export const payingAsked =
  /^(?:.*[.!,;] )?(?:may|can|could|am|are|is|do|does|did|must|should|shall|will|would|has|have|need)\b.*\b(?:pays?|paid|tax(?:es)?|money|refund(?:ed)?|reward|bonus|discount|cheaper|for free|costs?)\b/is

/** "Two hours per visit are paid" decides without a word of permission or duty. */
const said = 0.8

/** Less of a decision, where money is asked about and the text has none. */
const unpaid = 0.4

/** What decides a yes or no about money. */
export function payingIn(text: string, question: string): number {
  const decision = decisionIn(text, question)
  return paying.test(text) ? Math.max(decision, said) : decision * unpaid
}

/** A length of time in the unit asked for, half of it in another one. */
export function durationIn(text: string, question: string): number {
  // Holidays are counted in days.
  const unit = unitAsked.exec(question)?.[1] ?? 'day'
  if (new RegExp(`${count}[^.;]{0,25}\\b${unit}s?\\b`, 'i').test(text)) return 1
  return duration.test(text) || date.test(text) || frequency.test(text) ? 0.5 : 0
}

/** A number that is said to be the most, half of it any other amount. */
export function limitIn(text: string, question: string): number {
  if (limit.test(text)) return 1
  return money.test(text) ? 0.5 : 0.5 * numbersNear(text, question)
}

/** A length of time that is no limit of time, half of it one that is. */
export function amountIn(text: string, question: string): number {
  return durationIn(text, question) / (timeLimit.test(text) ? 2 : 1)
}

const lengthOfTime = new RegExp(`${count}[^.;]{0,25}\\b(?:minute|hour|day|week|month|year)s?\\b`, 'i')

/** A length of time in any unit, half of it one within which, or before which, something is due. */
export function timeOffIn(text: string): number {
  return share(lengthOfTime.test(text)) / (timeLimit.test(text) ? 2 : 1)
}

/** A length of time before something, half of it any other one. */
export function noticeIn(text: string, question: string): number {
  const has = unitAsked.test(question) ? durationIn(text, question) : share(duration.test(text))
  return notice.test(text) ? has : has / 2
}

/** "How long do I have to finish?" wants a deadline; "… to keep it?" wants a length of time. */
export const deadlineAsked =
  /\bhow (?:long|much time) (?:do|does|have|has|will|would) (?:\S+ ){1,5}?(?:have|got)(?: left)? to (?!(?:archive|be|check|drive|hold|isolate|keep|leave|live|lock|log|maintain|monitor|pay|preserve|quarantine|remain|rest|retain|save|run|serve|stay|store|track|use|wait|watch|wear|work)\b)|\bby when\b|\bdeadlines?\b/i

/** By when something is due, half of it any other time: "overdue by 30 days" sets no deadline. */
export function deadlineIn(text: string): number {
  if (deadline.test(text)) return 1
  return duration.test(text) || date.test(text) || frequency.test(text) ? 0.5 : 0
}

/** All of a value, or none of it. */
export function share(has: boolean): number {
  return has ? 1 : 0
}

/** The text without markers, section numbers, numbers that the question has and times gone by. */
export function withoutLabels(text: string, question: string): string {
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
export function newRoles(text: string, question: string): number {
  const named = rolesIn(question)
  const found = rolesIn(text)
  if (found.strong.some((role) => !named.strong.includes(role))) return 1
  if (found.weak.some((role) => !named.weak.includes(role))) return 0.7
  return found.strong.length + found.weak.length > 0 ? 0.4 : 0
}

/** Whom a text or the row of a table says to tell; what counts most is how they are reached. */
export function contactIn(text: string, question: string): number {
  const said = contactColumn.test(text) ? 0.9 : (tells.test(text) ? 0.9 : 0.4) * newRoles(text, question)
  return Math.max(addressIn(text), said)
}

/** "Who may open the safe?" asks who is let do something. */
export const whoMayAsked =
  /\b(?:who|which (?:teams?|departments?|persons?|people|employees|roles?|groups?|office))(?: else)? (?:(?:can|may|could|might)(?: (?:not|only|also))?|(?:is|are) (?:allowed|permitted|authori[sz]ed|entitled) to|(?:has|have|gets?) (?=access))\s*([\p{L}-]*)/iu

/** Whom a text lets do what is asked about, and not only whom it names. */
export function grantedIn(text: string, question: string): number {
  const [action] = termsOf(whoMayAsked.exec(question)?.[1] ?? '')
  const isDone = action !== undefined && action !== 'access' && hasWord(new Set(termsOf(text)), action)
  const whom = anybody.test(text) ? 1 : newRoles(text, question)
  return (isDone || granting.test(text) ? 1 : 0.4) * whom
}

/** "Who approves the trip?" asks who does something. */
export const whoDoesAsked =
  /\b(?:who|which (?:teams?|departments?|persons?|people|roles?|groups?|office))(?: else)? (?:(?:has to|have to|must|should|shall|will|needs? to) )?(?!(?:am|is|are|was|were|be|do|does|did|has|have|had|can|may|could|might|would)\b)([\p{L}-]+)/iu

/** Somebody of whom it does not say what is asked about is sooner named for something else. */
const otherwise = 0.8

/** Who does what is asked about, and not only who is named. */
export function doneBy(text: string, question: string): number {
  const [action] = termsOf(whoDoesAsked.exec(question)?.[1] ?? '')
  const held = new Set(termsOf(text))
  const meant = phrasesIn(question).filter(({ terms }) => terms.some((term) => term === action))
  const others = meant.flatMap(({ meantTerms }) => meantTerms)
  const isDone = action === undefined || [action, ...others].some((word) => hasWord(held, word))
  return (isDone ? 1 : otherwise) * newRoles(text, question)
}

/** "Where do I park my car?" asks where something is done. */
const whereDoneAsked =
  /\bwhere (?:do|can|could|should|must|may) (?:i|we|you|one|people|visitors|guests|employees) (?:\w+ly )?([\p{L}-]+)/iu

/**
 * A place. One whose name alone has the word for what is done is where something else is: people
 * assemble in the "car park".
 */
export function locationIn(text: string, question: string): number {
  const from = gotFromAsked.test(question) ? otherwise * newRoles(text, question) : 0
  return Math.max(from, positionIn(text, question))
}

/** "Where do I get the form?" asks from whom, too. */
const gotFromAsked =
  /\bwhere (?:do|can|could|should|must|may) (?:i|we|you|one) (?:get|find|obtain|order|buy)\b/i

function positionIn(text: string, question: string): number {
  const share = location.test(text) || namedLocation.test(text) ? 1 : position.test(text) ? 0.8 : 0.3
  const [action] = termsOf(whereDoneAsked.exec(question)?.[1] ?? '')
  if (action === undefined) return share
  const isDone = (words: string) => hasWord(new Set(termsOf(words)), action)
  return isDone(text) && !isDone(text.replace(locationName, ' ')) ? Math.min(share, 0.3) : share
}

const number = new RegExp(count, 'i')
const noNumber = /\b(?:none|unlimited|no limit|any number|all)\b/i

const more = /\bhow many (?:more|other|further|additional|extra) /i
const countedNoun = /\bhow many (?:(?:more|other|further|additional|extra) )?(?:\w{1,3} )?(\w{4,})/i
const times = /\b(?:once|twice|three times)\b/i

/** "How many suppliers" wants a number within five words before "suppliers". */
export function numbersNear(text: string, question: string): number {
  if (noNumber.test(text) && !/\d/.test(text)) return 0.7
  const noun = countedNoun.exec(question)?.[1]?.slice(0, 5)
  if (times.test(text) && more.test(question)) return 1
  if (!number.test(text)) return 0
  if (noun === undefined) return 1
  const near = new RegExp(`${count}(?:\\s+\\S+){0,5}?\\s+${noun}`, 'i')
  return near.test(text) ? 1 : 0.5
}

/** "How do I request leave?" asks how something is done. */
export const actionAsked =
  /\bhow (?:do|can|could|should|must|may|would) (?:i|we|you|one|somebody|someone) (?:\w+ly |best |properly )?([\p{L}-]+)/iu

/** Without the word for what is to be done; of vague ones ("get", "do") nothing is known. */
const unnamed = 0.6

/** Whether a text has the word for what is to be done, or another one for it. */
export function actionIn(text: string, question: string): number {
  const [action] = termsOf(actionAsked.exec(question)?.[1] ?? '')
  return action !== undefined && hasWord(new Set(termsOf(text)), action) ? 1 : unnamed
}

const termAsked = /^\s*what (?:is|are) (?:an? |the )?([\p{L}-]+(?: [\p{L}-]+)?)\s*\?*$/iu

/** What something is: a sentence about it that says so, or that begins with it. */
export function meaningIn(text: string, question: string): number {
  const term = termAsked.exec(question)?.[1]
  const begins = term !== undefined && new RegExp(`^(?:an? |the )?${term}\\b`, 'iu').test(text.trim())
  return begins || meaning.test(text) ? 1 : 0.4
}
