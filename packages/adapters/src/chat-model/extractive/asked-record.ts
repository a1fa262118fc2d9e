/** What a record says and a rule does not: what happened, or who it is just now. */
const happened =
  /^(?:who (?:did|was|were|won|wrote|made|took|got|chose|paid|\w+[^\We]ed)|(?:which|what|whose|how (?:many|much))(?: (?!(?:am|is|are|do|does|can|may|must|shall|should|will|would|could|has|have|to|be)\b)[\w-]+){0,4}? did|(?:when|where|why|how) (?:did|was|were))\b/i
const wordOfQuestion = /^(?:who|whom|whose|which|what|when|where|why|how)\b/i
const period =
  /\b(?:last|past|previous) (?:\w+ ){0,2}(?:week|month|quarter|year|spring|summer|autumn|winter|audit|course|incident|test)\b/i
const justNow = /^who\b.*\b(?:at the moment|at present|currently|right now|today)\b/i

/** Words of a text that tells what was, or is just now. */
const pastOrNow =
  /\b(?:was|were|did|had|current|currently|at present|last (?:week|month|quarter|year)|in (?:19|20)\d\d)\b/i

/**
 * "Who trained the Head of Quality?" and "Who won the raffle last year?" ask for a record. A rule
 * on the same subject has its words and names somebody, and says nothing of what happened.
 */
export function asksRecord(question: string): boolean {
  const sentence =
    question
      .trim()
      .split(/(?<=[.!?])\s+/)
      .at(-1) ?? ''
  return (
    happened.test(sentence) ||
    justNow.test(sentence) ||
    (wordOfQuestion.test(sentence) && period.test(sentence))
  )
}

/** Whether a text tells what was, or is just now. */
export function tellsRecord(text: string): boolean {
  return pastOrNow.test(text)
}
