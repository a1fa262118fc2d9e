import { type AskedQuestion, termsOf } from './asked-question.ts'
import { asksFor, asksHow } from './asked-value.ts'
import { hasWord } from './has-word.ts'

const another =
  /^(?:\(?[\d.]+[.)]? )?(?:(?:an?|the|each|every|all|any|our) )?(?:[\p{L}-]+ )?(processors?|suppliers?|vendors?|carriers?|subcontractors?|subprocessors?|manufacturers?|recipients?|business associates?|third part(?:y|ies))\b[^.;]*?\b(?:must|shall|should|(?:has|have) to)\b/iu

/**
 * Whether a clause binds a party that is not asked about: "A processor must report it within a day"
 * says nothing to an employee.
 */
export function bindsAnother({ terms, text }: AskedQuestion, clause: string): boolean {
  const party = another.exec(clause)?.[1]
  if (party === undefined || asksFor(text) === 'somebody') return false
  return !termsOf(party).some((term) => hasWord(new Set(terms), term))
}

const writing =
  '\\b(?:polic(?:y|ies)|procedures?|standards?|guidelines?|handbook|manual|plan)\\b(?: \\([^)]*\\)+)?'
/** "… is described in the Leave Policy.", "Follow the Leave Policy.", "… as that policy says." */
const elsewhere = new RegExp(
  [
    `\\b(?:is|are) (?:(?:described|documented|defined|set out|laid down|regulated|governed|found|explained|covered|detailed|specified) )?(?:in|by) (?:the|our|an?) [^.;,]{1,60}${writing}[.;]?$`,
    `^(?:\\(?[\\d.]+[.)]? )?(?:please )?(?:see|refer to|consult|follow) (?:the|our|an?) [^.;,]{1,60}${writing}[.;]?$`,
    `\\bas (?:described in )?(?:the|our) [^.;,]{1,60}${writing}(?: (?:describes|says|requires|sets out))?[.;]?$`,
  ].join('|'),
  'iu',
)

/**
 * Whether a clause only says where something is written, to somebody who asks who, how or how much:
 * "Whom to tell is in the Reporting procedure" names nobody. A yes or no it may decide.
 */
export function pointsElsewhere({ text }: AskedQuestion, clause: string): boolean {
  return (asksFor(text) !== null || asksHow(text)) && elsewhere.test(clause)
}

/** "A personal data breach is a breach of security that …" */
const defining =
  /^(?:\(?[\d.]+[.)]? )?(?:an? |the )?(?:[\p{L}-]+ ){1,4}(?:is|means|refers to) (?:an?|any)\b/iu
const whoIsAsked = /\bwho (?:is|are)\b/i

/**
 * Whether a clause only says what something is, to somebody who asks whom to tell, or how
 * something is done.
 */
export function definesOnly({ text }: AskedQuestion, clause: string): boolean {
  const asksOther = asksFor(text) === 'somebody' || asksHow(text)
  return asksOther && !whoIsAsked.test(text) && defining.test(clause)
}

const aboutDocument =
  /\b(?:documents?|polic(?:y|ies)|procedures?|standards?|sops?|versions?|codes?|handbooks?|guidelines?|manuals?|plans?|rules|effective|in force|since when)\b/i
const ofDocument =
  /^(?:document|owner|approver|author|audience|version|status|effective(?: date)?|classification)\t/i

/**
 * Whether a line says who answers for its document, to somebody who does not ask of a document:
 * "Approver: Finance Director" approves no expenses.
 */
export function describesDocument({ text }: AskedQuestion, clause: string): boolean {
  return ofDocument.test(clause) && !aboutDocument.test(text)
}

/** "[list the address of the site]", and no link. */
const unfilled =
  /\[(?:list|insert|enter|add|set|name|names|title|job title|persons?|personnel|role|amount|date|specify|describe|state|your|company|organi[sz]ation)\b[^\]]{0,200}\](?!\()/i

/** Whether a clause has a blank of its template where it should say something. */
export function isUnfilled(clause: string): boolean {
  return unfilled.test(clause)
}

const whatToDo = /\bwhat (?:now|next|then)\b|\b(?:what|anything)\b.{0,60}\b(?:do|done|happens?)\b/i
/** "Within 2 °C", "4 to 8 hours"; "Call 112" is no figure. */
const figure =
  /^(?:(?:(?:within|at (?:least|most)|up to|from|between|below|above|under|over|less than|more than|every|after|before|about) )?[<>≤≥=±~+–−-]?\s?\d\S*(?: \S+){0,4}|none|never|not applicable|n\/?a|any|[-–—]|)$/i

/**
 * Whether a row has nothing but figures, to somebody who asks what to do: the limits of an alarm do
 * not say what follows it.
 */
export function hasFiguresOnly({ text }: AskedQuestion, row: string): boolean {
  const [, ...cells] = row.split('\t').map((cell) => cell.trim())
  return (
    (whatToDo.test(text) || asksHow(text)) && cells.length > 0 && cells.every((cell) => figure.test(cell))
  )
}

const oneself = /\b(?:i|me|my)\b/i
const askers =
  /\b(?:you|your|users?|employees?|staff|personnel|members?|workforce|people|every(?:one|body)|any(?:one|body)|nobody|no one)\b/i
const permitted = /([\p{L}\p{N}-]+) (?:may|can|will|shall)\b/giu

const publisherPays =
  /\b(?:company|organi[sz]ation|employer|we) (?:(?:will|shall|does|do|not|also|only) ){0,2}pays?\b/i
const cost = /\b(?:pay|pays|paid|cost|costs|fee|fees|money|charged?|reimburs\w+)\b/i

/**
 * Whether a text says only what its publisher may do ("We may …", and by the first word of the
 * title "Acme may …"), or pays for though nobody asked of costs: no answer to somebody who asks
 * what they may do themselves.
 */
export function isPublishersRight({ asks, text }: AskedQuestion, words: string, title: string): boolean {
  if (asks !== 'permission' || !oneself.test(text)) return false
  if (publisherPays.test(words) && !cost.test(text)) return true
  if (askers.test(words)) return false
  const publishers = ['we', title.split(/\s/)[0]?.toLowerCase()]
  return [...words.matchAll(permitted)].some(([, subject = '']) => publishers.includes(subject.toLowerCase()))
}
