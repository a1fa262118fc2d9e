import { address, inCharge, rolesIn } from './value-patterns.ts'
import { newRoles } from './value-shares.ts'

/** "Who is the Data Protection Officer?" names an office and asks who has it. */
const holderAsked =
  /\bwho(?:['’]s| (?:is|are))(?: (?:the|our))? ((?:[\p{L}&-]+ ){0,4}?[\p{L}&-]+)(?=(?:,? (?:here|now|please|today|currently|at (?:the moment|\p{L}+)))?\s*[?.!]*\s*$)/iu
/** "Who is in charge?" and "Who is the owner of a document?" ask for an office. */
const noOffice =
  /^(?:my|your|in|on|at|responsible|accountable|allowed|entitled|affected|told)\b|\b(?:for|to|of (?:an?|the|my|our|this|that|each))\b/i

/** The office that a question names, to ask who has it; null if it asks for something else. */
function officeAsked(question: string): string | null {
  const office = holderAsked.exec(question.trim())?.[1] ?? null
  return office !== null && !noOffice.test(office) && rolesIn(office).strong.length > 0 ? office : null
}

/** Whether a question names an office and asks who has it. */
export function asksHolder(question: string): boolean {
  return officeAsked(question) !== null
}

/** What the holder does is no answer to who that is. */
const elseSaid = 0.3

/** Whether a text says who has the office asked for, or where that person is reached. */
export function holderIn(text: string, question: string): number {
  const office = officeAsked(question)
  if (office === null) return 0
  const name = office.trim().split(/\s+/).join('\\s+')
  if (!new RegExp(`\\b${name}\\b`, 'i').test(text)) return elseSaid
  // Capitals mark a name: "The Officer is Jane Smith", not "The Officer is responsible".
  const person = "(?:(?i:the|our|an?)\\b|\\p{Lu}[\\p{L}.'’-]* \\p{Lu})"
  const said = [
    new RegExp(
      `\\b(?:is|are|(?:named|appointed)(?: as)?|(?:acts?|serves?|works?) as)(?: the| our| an?)? ${name}\\b`,
      'i',
    ),
    new RegExp(`, as (?:the |our )?${name}(?:,|$)`, 'i'),
    new RegExp(`\\b(?i:${name})(?: \\([^)]*\\))?(?: is | are |: ?|\\t|; )${person}`, 'u'),
  ]
  return address.test(text) || said.some((pattern) => pattern.test(text)) ? 1 : elseSaid
}

/** "Who is in charge of the budget?", "Who is responsible for backups?" */
const chargeAsked =
  /\bwho(?:['’]s| (?:is|are)) (?:(?:in charge of|responsible for|accountable for)\b|(?:in charge|responsible|accountable)(?=\s*[?.!]*\s*$))/i

/** Whether a question asks who is in charge of something. */
export function asksCharge(question: string): boolean {
  return chargeAsked.test(question)
}

/** Who is in charge, and not only who is named: whom an assessor interviews assesses nothing. */
export function chargeIn(text: string, question: string): number {
  return (inCharge.test(text) ? 1 : 0.4) * newRoles(text, question)
}
