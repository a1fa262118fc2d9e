import type { AnswerPart, AnswerRequest, ChatModel } from '@portal/service-kit/ports/chat-model'
import { holdsAskedValue } from './extractive/asked-value.ts'
import { type EvidenceSpan, evidenceSpans } from './extractive/evidence-spans.ts'
import { coverageOf, evidenceScore } from './extractive/rank-evidence.ts'

/** Spans compared by meaning; further ones rank too low by words and passage. */
const comparedMax = 40
/** No evidence below `refuse`, complete from `sure`; tuned on golden questions. */
const thresholds = { refuse: 0.52, sure: 0.6 }
/** Further quotations need this share of the best score; `quotesMax` limits them. */
const closeness = 0.85
const quotesMax = 3

interface RankedEvidence {
  readonly span: EvidenceSpan
  readonly score: number
}

/** Answers by quoting the best matching sentences verbatim, or not at all; needs no engine. */
export class ExtractiveChatModel implements ChatModel {
  readonly model = 'extractive'

  async *answer(request: AnswerRequest): AsyncIterable<AnswerPart> {
    const ranked = await rankEvidence(request)
    const best = ranked[0]
    if (!best || best.score < thresholds.refuse) {
      yield { type: 'outcome', outcome: 'no_evidence' }
      return
    }
    for (const { passage, start, end } of withLeadIns(quotable(ranked))) {
      yield { type: 'quote', passageId: passage.id, start, end }
    }
    yield { type: 'outcome', outcome: best.score >= thresholds.sure ? 'answered' : 'partial' }
  }

  /** It runs in this process: nothing can be unreachable. */
  async check(): Promise<void> {}
}

async function rankEvidence({
  question,
  passages,
  compare,
  signal,
}: AnswerRequest): Promise<RankedEvidence[]> {
  signal?.throwIfAborted()
  const spans = passages.flatMap(evidenceSpans)
  const coverage = coverageOf(question, spans)
  const compared = spans
    .map((span, at) => ({ span, coverage: coverage[at] ?? 0 }))
    .sort((a, b) => promise(b) - promise(a))
    .slice(0, comparedMax)
  if (compared.length === 0) return []
  const similarities = await compare(
    compared.map(({ span: { passage, start, end } }) => ({ passageId: passage.id, start, end })),
  )
  signal?.throwIfAborted()
  const ranked = compared.flatMap(({ span, coverage: share }, at) => {
    const similarity = similarities[at] ?? null
    if (similarity === null) return []
    return [{ span, score: evidenceScore(share, similarity, holdsAskedValue(question, span.text)) }]
  })
  return ranked.sort((a, b) => b.score - a.score)
}

/** Preliminary score of a span: its words and its passage's similarity. */
function promise({ span, coverage }: { readonly span: EvidenceSpan; readonly coverage: number }): number {
  return coverage + span.passage.similarity
}

/** The best spans that do not overlap, best first. */
function quotable(ranked: readonly RankedEvidence[]): RankedEvidence[] {
  const best = ranked[0]?.score ?? 0
  const chosen: RankedEvidence[] = []
  for (const evidence of ranked) {
    if (chosen.length === quotesMax || evidence.score < closeness * best) break
    if (!chosen.some(({ span }) => overlaps(span, evidence.span))) chosen.push(evidence)
  }
  return chosen
}

type QuotedSpan = Pick<EvidenceSpan, 'passage' | 'start' | 'end'>

/** The quotations in order; a list's lead-in comes once, before its items. */
function withLeadIns(chosen: readonly RankedEvidence[]): QuotedSpan[] {
  const quotes: QuotedSpan[] = []
  for (const { span } of chosen) {
    const leadIn = span.leadIn && { ...span.leadIn, passage: span.passage }
    if (leadIn && !quotes.some((quote) => overlaps(quote, leadIn))) quotes.push(leadIn)
    quotes.push(span)
  }
  return quotes
}

function overlaps(a: QuotedSpan, b: QuotedSpan): boolean {
  return a.passage.id === b.passage.id && a.start < b.end && b.start < a.end
}
