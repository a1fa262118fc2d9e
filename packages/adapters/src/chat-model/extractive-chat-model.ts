import {
  type AnswerPart,
  type AnswerRequest,
  type ChatModel,
  ChatModelUnavailable,
} from '@portal/service-kit/ports/chat-model'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { holdsAskedValue } from './asked-value.ts'
import { type EvidenceSpan, evidenceSpans } from './evidence-spans.ts'
import { coverageOf, evidenceScore, type RankedEvidence } from './rank-evidence.ts'
import { VectorMemory } from './vector-memory.ts'

/** Pieces that are compared by meaning; the rest fell behind by their words or their passage. */
const comparedMax = 40
/** Below `refuse` the documents do not answer; from `sure` on the answer is whole. Calibrated on services/chat/evaluation. */
const thresholds = { refuse: 0.52, sure: 0.6 }
/** Further quotations must come this close to the best, and there are at most so many. */
const closeness = 0.85
const quotesMax = 3

/**
 * Answers by quoting: the sentences of the supplied passages that meet the question best by words and by meaning, verbatim, or none. It cannot
 * say what no document says, and needs no engine but the encoder.
 */
export class ExtractiveChatModel implements ChatModel {
  readonly model = 'extractive'
  readonly #embedder: Embedder
  readonly #vectors: VectorMemory

  constructor(embedder: Embedder) {
    this.#embedder = embedder
    this.#vectors = new VectorMemory(embedder)
  }

  async *answer(request: AnswerRequest): AsyncIterable<AnswerPart> {
    const ranked = await this.#rank(request).catch(asUnavailable)
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

  check(): Promise<void> {
    return this.#embedder.check()
  }

  /** The evidence for a question, best first. */
  async #rank({ question, passages, signal }: AnswerRequest): Promise<RankedEvidence[]> {
    // Vectors that are remembered ask no encoder, so nobody else would look.
    signal?.throwIfAborted()
    const spans = passages.flatMap(evidenceSpans)
    const coverage = coverageOf(question, spans)
    const compared = spans
      .map((span, at) => ({ span, coverage: coverage[at] ?? 0 }))
      .sort((a, b) => promise(b) - promise(a))
      .slice(0, comparedMax)
    const [asked] = await this.#vectors.of([question], 'query', signal)
    const vectors = await this.#vectors.of(
      compared.map(({ span }) => span.text),
      'passage',
      signal,
    )
    signal?.throwIfAborted()
    return compared
      .map(({ span, coverage: share }, at) => {
        const similarity = cosine(asked, vectors[at])
        return {
          span,
          coverage: share,
          similarity,
          score: evidenceScore({
            coverage: share,
            similarity,
            holdsValue: holdsAskedValue(question, span.text),
          }),
        }
      })
      .sort((a, b) => b.score - a.score)
  }
}

/** Without its encoder the model cannot answer. */
function asUnavailable(error: unknown): never {
  if (!(error instanceof EngineUnavailable)) throw error
  throw new ChatModelUnavailable(error.message, error.retryAfterSeconds, { cause: error })
}

/** What a piece promises before its meaning is known: its words, and how near its passage is to the question. */
function promise({ span, coverage }: { readonly span: EvidenceSpan; readonly coverage: number }): number {
  return coverage + span.passage.similarity
}

/** The best pieces that do not overlap, in order of merit. */
function quotable(ranked: readonly RankedEvidence[]): RankedEvidence[] {
  const best = ranked[0]?.score ?? 0
  const chosen: RankedEvidence[] = []
  for (const evidence of ranked) {
    if (chosen.length === quotesMax || evidence.score < closeness * best) break
    if (!chosen.some(({ span }) => overlaps(span, evidence.span))) chosen.push(evidence)
  }
  return chosen
}

type Place = Pick<EvidenceSpan, 'passage' | 'start' | 'end'>

/** What is quoted, in order: before an item the lead-in of its list, once. */
function withLeadIns(chosen: readonly RankedEvidence[]): Place[] {
  const quotes: Place[] = []
  for (const { span } of chosen) {
    const leadIn = span.leadIn && { ...span.leadIn, passage: span.passage }
    if (leadIn && !quotes.some((quote) => overlaps(quote, leadIn))) quotes.push(leadIn)
    quotes.push(span)
  }
  return quotes
}

function overlaps(a: Place, b: Place): boolean {
  return a.passage.id === b.passage.id && a.start < b.end && b.start < a.end
}

/** Vectors have unit length, so the product is the cosine. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return -1
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
