import type { Citation, Outcome } from '@portal/contracts/chat'
import type { RetrievedPassage } from '@portal/contracts/documents'
import type { AnswerPart } from '@portal/service-kit/ports/chat-model'

/** What is said when the approved documents hold no answer. */
export const noEvidenceText =
  'The approved documents do not answer this question. Try other words, or ask the owner of the document that should cover it.'

/** An answer before its citations were checked against the stored text. */
export interface Draft {
  readonly parts: readonly AnswerPart[]
  readonly citations: readonly Citation[]
  readonly outcome: Outcome
}

/** Collects a model's parts. A quote of a passage that was not supplied, or of offsets outside it, is dropped: the model is not trusted. */
export async function draftAnswer(
  parts: AsyncIterable<AnswerPart>,
  supplied: readonly RetrievedPassage[],
): Promise<Draft> {
  const passages = new Map(supplied.map((passage) => [passage.id, passage]))
  const kept: AnswerPart[] = []
  const citations: Citation[] = []
  let outcome: Outcome = 'no_evidence'
  for await (const part of parts) {
    if (part.type === 'outcome') outcome = part.outcome
    else if (part.type === 'text') kept.push(part)
    else {
      const passage = passages.get(part.passageId)
      if (!passage || !isInside(part, passage)) continue
      kept.push(part)
      citations.push(cite(passage, part, citations.length + 1))
    }
  }
  return { parts: kept, citations, outcome }
}

function isInside(
  quote: { readonly start: number; readonly end: number },
  passage: RetrievedPassage,
): boolean {
  return (
    Number.isInteger(quote.start) &&
    Number.isInteger(quote.end) &&
    quote.start >= 0 &&
    quote.end > quote.start &&
    quote.end <= passage.text.length
  )
}

function cite(
  passage: RetrievedPassage,
  quote: { readonly start: number; readonly end: number },
  number: number,
): Citation {
  const { documentId, versionId, version, title, customId, headingPath, page } = passage
  return {
    number,
    documentId,
    versionId,
    version,
    title,
    customId,
    headingPath,
    page,
    start: passage.start + quote.start,
    end: passage.start + quote.end,
    quote: passage.text.slice(quote.start, quote.end),
  }
}

/** A finished answer. `content` is text with marks `[n]` that belong to the citations. */
export interface Answer {
  readonly content: string
  readonly citations: readonly Citation[]
  readonly outcome: Outcome
}

/** Writes the answer with the citations that hold. Wording whose only evidence fell away goes with it; none left is no evidence. */
export function composeAnswer(draft: Draft, valid: readonly boolean[]): Answer {
  const citations: Citation[] = []
  const lines: string[] = []
  let wording = ''
  let quoted = 0
  for (const part of draft.parts) {
    if (part.type === 'text') wording += part.text
    if (part.type !== 'quote') continue
    const citation = draft.citations[quoted]
    const holds = valid[quoted] === true
    quoted += 1
    if (citation && holds) {
      citations.push({ ...citation, number: citations.length + 1 })
      lines.push(`${sentence(wording === '' ? citation.quote : wording)} [${citations.length}]`)
    }
    wording = ''
  }
  if (citations.length === 0 || draft.outcome === 'no_evidence')
    return { content: noEvidenceText, citations: [], outcome: 'no_evidence' }
  const isWhole = citations.length === draft.citations.length
  return {
    content: lines.join('\n\n'),
    citations,
    outcome: isWhole || draft.outcome !== 'answered' ? draft.outcome : 'partial',
  }
}

/** One line per quotation: line ends inside a quoted clause are layout, not words. */
function sentence(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
