import type { Clause } from './clause.ts'

/** A clause that says what a term means. */
export interface Definition {
  readonly term: string
  /** Index of the clause. */
  readonly clause: number
}

const opening = String.raw`(?:(?:for the purposes? of|in|under) (?:this|these|the) [^,:]{3,60}[,:]\s+)?`
const verb = String.raw`(?:(?:also|shall|will|here|always)\s+)*`
const says = String.raw`(?:means?|mean any|refers? to|(?:is|are) defined as|(?:has|have) the meaning|denotes?|(?:is|are) understood (?:as|to be|to mean))\b`
const marker = /^\(?(?:\d+(?:\.\d+)*|\p{L}|[ivxlcdm]{1,7})[.)]\s+/u
/** “Sensitive data” (or “SD”) means … */
const quoted = new RegExp(
  `^${opening}(?:the )?(?:terms? |words? |expression )?["“„'‘’«]([^"“”„‘«»\n]{2,60}?)["”“'’»](?:\\s*\\([^)\n]{1,60}\\)|\\s+or\\s+["“'‘][^"”’\n]{2,60}["”'’])?,?\\s+${verb}(?:${says}|includes?\\b|(?:is|are) (?:an?|any|all|the)\\b)`,
  'iu',
)
/** A security incident means … */
const plain = new RegExp(
  `^${opening}(?:[Aa]n? |[Tt]he |[Aa]ny )?((?:[\\p{L}\\p{N}&’'/-]+ ){0,4}[\\p{L}\\p{N}&’'/-]+)(?: \\([^)\n]{1,40}\\))? ${verb}${says}`,
  'u',
)
/** "This means that …" says what follows; a name of a thing has no verb. */
const noTerm =
  /^(?:this|that|it|these|those|which|what|there|such|each|all|by|and|or|but|when|if|as|he|she|they|we|you|i|(?:the )?(?:following|above|same)|rule|section|paragraph|article|clause)\b|\b(?:must|may|shall|should|will|can|is|are|was|were|has|have|not|that|which|who|whoever|whenever|by|rule|section)\b/i
/** In a glossary a term and its meaning stand side by side. */
const sideBySide = /^([\p{L}\p{N}][^\n:|\t.]{1,58}?)\s*(?:\t+|:|\s[|–—-]\s)\s*\S/u
const glossary = /\b(?:definitions?|glossary|defined terms|terms used|terminology|abbreviations)\b/i

/**
 * The clauses of a passage that say what a term means, by their wording, or, below a heading that
 * promises definitions, by a term and its meaning side by side.
 */
export function definitionsIn(
  { text, headingPath }: { readonly text: string; readonly headingPath: readonly string[] },
  clauses: readonly Clause[],
): Definition[] {
  let isGlossary = glossary.test(headingPath.at(-1) ?? '')
  return clauses.flatMap((clause, at): Definition[] => {
    const said = text.slice(clause.start, clause.end)
    if (clause.kind === 'heading') isGlossary = glossary.test(said)
    if (clause.kind === 'heading' || clause.kind === 'table-header') return []
    const body = said.replace(marker, '')
    const term = (quoted.exec(body) ?? plainTerm(body) ?? (isGlossary ? sideBySide.exec(body) : null))?.[1]
    return term === undefined ? [] : [{ term: term.trim(), clause: at }]
  })
}

function plainTerm(body: string): RegExpExecArray | null {
  const found = plain.exec(body)
  return found && !noTerm.test(found[1] ?? '') ? found : null
}
