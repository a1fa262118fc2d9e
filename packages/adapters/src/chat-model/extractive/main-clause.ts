const head =
  '(?:how (?!(?:do|can|could|would|should) (?:i|we|you|one) (?:know|find|see|learn|tell|check|ask)\\b)|' +
  '(?:when|where) (?=(?:am|are|is|was|were|do|does|did|has|have|can|could|may|must|shall|should|will|would)\\b)|' +
  'why|what (?:happens?|becomes?|(?:do|does|can|must|may|should) (?:i|we|you|one))\\b)'
/** "How soon is the account of somebody who left locked?" asks how soon, and not who. */
const subordinate = new RegExp(
  `^((?:.*[.!?;,] )?(?:(?:and|but|so|for|by|since|until|after|from) )?${head}[^,;:.!?]*?)\\b(?:who|whom|whose)\\b`,
  'is',
)

/**
 * A question up to the clause that only says of whom it speaks, if it has one: what it asks for is
 * asked before.
 */
export function mainClause(question: string): string {
  return subordinate.exec(question)?.[1] ?? question
}

/** "Who may read my mailbox?" and "Must I give my phone number?" ask for none. */
export const addressAsked =
  /^(?!(?:.*[.!?;,] )?(?:(?:who|whom|when|why|how (?:long|often|many|much|soon))\b|(?:am|can|could|do|may|must|need|shall|should) (?:i|we|they) (?!get\b|have\b|find\b|see\b|reach\b))).*(?:\b(?:phone|telephone|fax|e-?mail|mail|web|postal)[ -]?(?:number|address|page|site)\b|\bhotline\b|\bmailbox\b|\bwhere (?:do|can|should|must|may) (?:i|we|you|one)\b.{0,30}\b(?:report|write|send|turn|apply|call|complain|file|submit|reach)\b)/is

/**
 * "Do I have to write down how long I work?" and "Are people who report it protected?" want a yes
 * or no; "Can you tell me how long …" and "Is there a limit …" do not.
 */
export const asksWithin =
  /^(?:.*[.!,;] )?(?:(?:can|could|will|would) (?:i|we|an?|the|my|our|people|employees)\b|is (?:an?|my|our)\b|are (?!there\b|you\b))(?:(?! (?:know|tell|say|show|explain|ask|find|see|learn)\b)[^,;:.!?])*? (?:who|whom|whose)\b|^(?:.*[.!,;] )?(?:may|must|should|shall|do|does|am) (?!.{0,20}\b(?:know|tell|say|show|explain|ask|remember|mean)\b)(?:\S+ ){2,}?(?:who|whom|whose|what|when|where|which|why|how)\b/i
