const whose = '(?:an?|my|your|our|the)'
/** "It" is said to be so, and a clause says what: "Is it OK to smoke?" */
const judged = [
  'permitted|permissible|allowed|(?:im)?possible|necessary|needed|required|mandatory|compulsory|obligatory',
  '(?:il)?legal|(?:un)?lawful|forbidden|prohibited|banned|(?:un)?safe|true|important|essential|enough',
  'sufficient|better|best|worth|advisable|recommended|usual|normal|common|(?:in)?appropriate|wise|good',
  '(?:un)?fair|sensible|dangerous|risky|too (?:late|early)|easy|hard|difficult|up to (?:me|you|us)',
  `against the (?:rules?|law|policy)|${whose} (?:crime|duty|rule|must|good idea|bad idea|job|task)`,
].join('|')
/** So, too, but of what follows "if": "Is it allowed if I ask?" speaks of what was asked before. */
const accepted = `o\\.?k\\.?|okay|fine|al(?:l )?right|acceptable|bad|wrong|${whose} (?:problem|issue)`
const to = "(?:for (?:[\\w'’-]+ ){1,4}?)?to(?= \\p{L})"
const is = "(?:(?:is|was|would|will|isn['’]t) it|it['’]s|it is)(?: be)?"
const adverb = '(?: (?:also|really|still|even|ever|always|generally|strictly|not|then))?'

/** Matches an "it" that stands for the clause after it. */
const expletive = new RegExp(
  [
    `\\b${is}${adverb} (?:(?:${judged}|${accepted}) (?:${to}|that(?= \\p{L}))|(?:${accepted}) if(?= (?:i|we) ))`,
    `\\bdo(?:es|esn['’]t) it (?:really )?(?:matter|make (?:any |a )?(?:sense|difference)) (?:${to}|if|whether|that|who|whom|what|when|where|which|how)(?= \\p{L})`,
    `\\b(?:does|will|would|can) it (?:usually |normally )?(?:take|cost)(?: [\\w-]+){0,2}? (?:${to}|until|till|before)(?= \\p{L})`,
  ].join('|'),
  'giu',
)

/**
 * Says nothing without what is kept or sent: "Is it OK to keep?", "… to forward to a supplier?"
 * Some verbs need nothing.
 */
const unsaid =
  /^\s*(?:(?!(?:commute|cycle|drink|drive|eat|fly|gamble|leave|park|quit|resign|sleep|smoke|strike|swear|travel|vape|wait|work)\b)[\p{L}-]+(?=\s*(?:[?.!,]|$))|(?:combine|copy|delete|destroy|extend|forward|keep|postpone|publish|sell|send|share|shorten|store)(?=\s*(?:[?.!,]|$)| (?:with|to|for|at|in|on|by|from|outside|abroad|anyway|too|later|now|elsewhere)\b))/iu

/**
 * A question without an "it" that points to what the question goes on to say, and to nothing before
 * it. One that leaves out of what it speaks keeps its "it".
 */
export function withoutExpletive(question: string): string {
  const [, ...clauses] = question.split(expletive)
  return question.replace(expletive, clauses.some((clause) => unsaid.test(clause)) ? ' it ' : ' ')
}
