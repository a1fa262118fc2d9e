import type { Citation, NearestDocument, Outcome } from '@portal/contracts/chat'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import type { AnswerPart, PassageQuote, TokenUsage, Verdict } from '@portal/service-kit/ports/chat-model'
import { cite, type DraftCitation, withoutDisplay } from './cite.ts'
import { isSupported } from './is-supported.ts'

/**
 * The response when nothing is found that answers. It does not say that nothing is regulated: who
 * reads it so does what a rule forbids.
 */
export const noEvidenceText =
  'A clear answer to this question was not found in the approved documents. Try other words, or ask the owner of the document that should cover it.'

/** The first line of an answer whose quotations decide a question. */
const verdictLines: Readonly<Record<Verdict, string>> = {
  yes: 'Yes.',
  no: 'No.',
  only_if: 'Only under the conditions quoted here.',
}

/** An answer before its citations are checked against the stored text. */
export interface Draft {
  readonly parts: readonly AnswerPart[]
  readonly citations: readonly DraftCitation[]
  /** What is nearest without answering. */
  readonly closest: readonly DraftCitation[]
  readonly outcome: Outcome
  readonly confidence: number | null
  readonly usage: TokenUsage | null
}

type OutcomePart = Extract<AnswerPart, { type: 'outcome' }>

/** Collects a model's parts; quotes outside the supplied passages are dropped. */
export class DraftReader {
  readonly #passages: ReadonlyMap<string, RetrievedPassage>
  readonly #parts: AnswerPart[] = []
  readonly #citations: DraftCitation[] = []
  /** Parts and citations that belong to whole statements. */
  #whole = { parts: 0, citations: 0 }
  /** Null until the model has ended. */
  last: OutcomePart | null = null

  constructor(supplied: readonly RetrievedPassage[]) {
    this.#passages = new Map(supplied.map((passage) => [passage.id, passage]))
  }

  add(part: AnswerPart): void {
    if (part.type === 'outcome') this.last = part
    if (part.type === 'quote') this.#quote(part)
    else this.#end()
    if (part.type === 'text' || part.type === 'verdict') this.#parts.push(part)
  }

  /** The whole statements so far, or all of the draft once its outcome is known. */
  get draft(): Draft {
    const { parts, citations } = this.#whole
    const { outcome = 'no_evidence', usage = null, confidence = null, closest = [] } = this.last ?? {}
    return {
      parts: this.#parts.slice(0, parts),
      citations: this.#citations.slice(0, citations),
      closest: closest.flatMap((quote, at) => this.#cited(quote, at + 1) ?? []),
      ...{ outcome, confidence, usage },
    }
  }

  #cited(quote: PassageQuote, number: number): DraftCitation | null {
    const passage = this.#passages.get(quote.passageId)
    return (passage && cite(passage, quote, number)) ?? null
  }

  #quote(part: Extract<AnswerPart, { type: 'quote' }>): void {
    const citation = this.#cited(part, this.#citations.length + 1)
    if (!citation) return
    this.#parts.push(part)
    this.#citations.push(citation)
    // Nothing can be added to quotations that no statement precedes.
    if (this.#parts.every(({ type }) => type !== 'text')) this.#end()
  }

  #end(): void {
    this.#whole = { parts: this.#parts.length, citations: this.#citations.length }
  }
}

/** A finished answer; marks `[n]` in `content` refer to the citations. */
export interface Answer {
  readonly content: string
  readonly citations: Citation[]
  readonly outcome: Outcome
  readonly confidence?: number
  readonly closest?: Citation[]
  readonly nearest?: NearestDocument[]
  readonly understoodAs?: string
}

/** A statement with its evidence, or a quotation on its own (empty wording). */
interface Claim {
  readonly wording: string
  readonly evidence: DraftCitation[]
}

/** Composes the answer from valid citations; evidence replaces wording that it does not support. */
export function composeAnswer(draft: Draft, valid: readonly boolean[]): Answer {
  const citations: Citation[] = []
  const lines: string[] = []
  const mark = (citation: DraftCitation) =>
    `[${citations.push(withoutDisplay(citation, citations.length + 1))}]`
  const verdict = draft.parts.find((part) => part.type === 'verdict')
  // It rests on the first quotation.
  if (verdict && valid[0] === true) lines.push(verdictLines[verdict.verdict])
  for (const { wording, evidence } of claimsOf(draft, valid)) {
    if (evidence.length > 0 && isSupported(wording, evidence))
      lines.push(`${oneLine(wording)} ${evidence.map(mark).join(' ')}`)
    else for (const citation of evidence) lines.push(`${citation.shown} ${mark(citation)}`)
  }
  const confidence = draft.confidence === null ? {} : { confidence: draft.confidence }
  if (citations.length === 0 || draft.outcome === 'no_evidence')
    return { content: noEvidenceText, citations: [], outcome: 'no_evidence', ...confidence }
  const isWhole = citations.length === draft.citations.length
  // Of two sources that disagree, one may have lost its validity meanwhile.
  const losesWhenCut: readonly Outcome[] = ['answered', 'conflict']
  return {
    content: lines.join('\n\n'),
    citations,
    outcome: isWhole || !losesWhenCut.includes(draft.outcome) ? draft.outcome : 'partial',
    ...confidence,
  }
}

/** Claims with their valid evidence. Wording starts a claim; the quotes after it belong to it. */
function claimsOf(draft: Draft, valid: readonly boolean[]): Claim[] {
  const claims: Claim[] = []
  let quoted = 0
  for (const part of draft.parts) {
    if (part.type === 'text') claims.push({ wording: part.text, evidence: [] })
    if (part.type !== 'quote') continue
    const citation = draft.citations[quoted]
    const holds = valid[quoted] === true
    quoted += 1
    if (!citation || !holds) continue
    const open = claims.at(-1)
    if (open && open.wording !== '') open.evidence.push(citation)
    else claims.push({ wording: '', evidence: [citation] })
  }
  return claims
}

/** Line ends within a quotation are layout. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
