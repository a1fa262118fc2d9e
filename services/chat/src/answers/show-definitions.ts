import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { AskedDefinition } from '@portal/contracts/retrieved-window'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'

type Quote = Extract<AnswerPart, { type: 'quote' }>

/**
 * An answer's parts with what its documents say the question's terms mean, where a quotation uses
 * one: beside the quotation if both are in one passage, else after the last, once. What a model
 * says in words of its own stays as it is.
 */
export async function* withDefinitions(
  parts: AsyncIterable<AnswerPart>,
  passages: readonly RetrievedPassage[],
): AsyncIterable<AnswerPart> {
  const quotes: Quote[] = []
  let isWorded = false
  for await (const part of parts) {
    isWorded ||= part.type === 'text'
    if (part.type === 'quote' && !isWorded) quotes.push(part)
    else {
      const given = quotes.splice(0)
      yield* isWorded ? given : explained(given, passages)
      yield part
    }
  }
  yield* explained(quotes, passages)
}

interface Found extends AskedDefinition {
  readonly passage: RetrievedPassage
}

function explained(quotes: readonly Quote[], passages: readonly RetrievedPassage[]): Quote[] {
  const found = passages.flatMap((passage) =>
    (passage.definitions ?? []).map((definition): Found => ({ ...definition, passage })),
  )
  const missing = found.filter((each) => !quotes.some((quote) => isShown(quote, each)))
  const uses = (quote: Quote, { term, passage: { versionId } }: Found) => {
    const quoted = passages.find(({ id }) => id === quote.passageId)
    return quoted?.versionId === versionId && isUsed(term, quoted.text.slice(quote.start, quote.end))
  }
  const beside = quotes.map((quote): Quote => {
    const own = missing.filter((each) => each.passage.id === quote.passageId && uses(quote, each))
    const spans = own.map(({ start, end }) => ({ start, end }))
    return own.length === 0 ? quote : { ...quote, context: [...(quote.context ?? []), ...spans] }
  })
  const other = missing.find(
    (each) =>
      quotes.every(({ passageId }) => passageId !== each.passage.id) &&
      quotes.some((quote) => uses(quote, each)),
  )
  if (!other) return beside
  const { passage, start, end } = other
  return [...beside, { type: 'quote', passageId: passage.id, start, end }]
}

function isShown(quote: Quote, { passage, start, end }: Found): boolean {
  const spans = [quote, ...(quote.context ?? [])]
  return quote.passageId === passage.id && spans.some((span) => span.start < end && start < span.end)
}

/** In any case if it has several words; one word as it is defined, with a capital in a sentence. */
function isUsed(term: string, text: string): boolean {
  if (/\s/.test(term)) return text.toLowerCase().includes(term.toLowerCase())
  return /^\p{Lu}/u.test(term) && text.includes(` ${term}`, 1)
}
