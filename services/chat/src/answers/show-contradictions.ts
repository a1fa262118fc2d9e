import type { RetrievedPassage } from '@portal/contracts/retrieval'
import { findContradictions } from '@portal/contradictions/find-contradictions'
import { type LocatedStatement, statementsIn } from '@portal/contradictions/statements-in'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'

/** Quotations that are added to an answer at most. */
const addedMax = 2

interface StatementOfPassage extends LocatedStatement {
  readonly passageId: string
}

type Quote = Extract<AnswerPart, { type: 'quote' }>

/** What was asked, and the passages that may contradict what is quoted. */
interface Contradicted {
  readonly question: string
  readonly passages: readonly RetrievedPassage[]
}

/** "How is it recorded?" asks for no period, whatever a further quotation says of one. */
const asksHowOrWho =
  /^(?:.*[.!,;] )?(?:how (?:am|are|can|could|do|does|is|may|must|shall|should|would)|who|whom|where)\b/i

/**
 * A model's parts with what contradicts its quotations. Words come as soon as the model gives them,
 * because what contradicts them is added at their end; mere quotations come together.
 */
export async function* withContradictions(
  parts: AsyncIterable<AnswerPart>,
  { question, passages }: Contradicted,
): AsyncIterable<AnswerPart> {
  const whole: AnswerPart[] = []
  let given = 0
  for await (const part of parts) {
    whole.push(part)
    if (whole[0]?.type !== 'text' || part.type === 'outcome') continue
    given += 1
    yield part
  }
  yield* showContradictions(whole, { question, passages }).slice(given)
}

/**
 * An answer's parts with what contradicts its quotations in the other passages, right after each,
 * or at the end of what a model worded; the outcome is then `conflict`. Without contradictions the
 * parts stay as they are. A further quotation that is contradicted in what was not asked is left
 * out.
 */
export function showContradictions(
  parts: readonly AnswerPart[],
  { question, passages }: Contradicted,
): AnswerPart[] {
  const quotes = parts.filter((part) => part.type === 'quote')
  const opposed = quotes.length === 0 ? [] : opposedTo(quotes, passages)
  if (opposed.length === 0) return [...parts]
  const isWorded = parts.some(({ type }) => type === 'text')
  if (!isWorded && asksHowOrWho.test(question) && opposed.every(({ quote }) => quote !== quotes[0]))
    return parts.filter((part) => !opposed.some(({ quote }) => quote === part))
  const added = opposed.filter(({ isQuoted }) => !isQuoted)
  return parts.flatMap((part): AnswerPart[] => {
    if (part.type === 'quote' && !isWorded)
      return [part, ...added.filter(({ quote }) => quote === part).map(({ other }) => other)]
    // What one source answers with yes, the other may answer with no.
    if (part.type === 'verdict') return []
    if (part.type !== 'outcome') return [part]
    const outcome = { ...part, outcome: part.outcome === 'no_evidence' ? part.outcome : 'conflict' } as const
    // After empty wording a quotation is no evidence of what the model said before.
    return isWorded ? [{ type: 'text', text: '' }, ...added.map(({ other }) => other), outcome] : [outcome]
  })
}

/** Statements of other documents that contradict a quotation; `isQuoted`: the answer has it. */
function opposedTo(quotes: readonly Quote[], passages: readonly RetrievedPassage[]) {
  const statements = passages.flatMap(({ id, documentId, text }) =>
    statementsIn({ documentId, text }).map(
      (statement): StatementOfPassage => ({ ...statement, passageId: id }),
    ),
  )
  const quoteOf = (statement: StatementOfPassage) => quotes.find((quote) => overlaps(quote, statement))
  const opposed = findContradictions(statements).flatMap(({ first, second }) => {
    const pair = [statements[first], statements[second]]
    return [pair, pair.toReversed()].flatMap(([one, other]) => {
      const quote = one && quoteOf(one)
      if (!quote || !other) return []
      const { passageId, start, end, context } = other
      const isQuoted = quoteOf(other) !== undefined
      return [{ quote, isQuoted, other: { type: 'quote', passageId, start, end, context } as const }]
    })
  })
  const added = new Map(opposed.map((each) => [`${each.other.passageId} ${each.other.start}`, each]))
  return [...added.values()].slice(0, addedMax)
}

function overlaps(quote: Quote, { passageId, start, end }: StatementOfPassage): boolean {
  return quote.passageId === passageId && quote.start < end && start < quote.end
}
