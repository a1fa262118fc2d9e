import { Outcome } from '@portal/contracts/chat'
import type { AnswerPart, SuppliedPassage } from '@portal/service-kit/ports/chat-model'
import { JsonStatements } from './answer-json.ts'
import { MarkedStatements } from './answer-marks.ts'
import { findQuote } from './find-quote.ts'
import { SpokenText } from './spoken-text.ts'

/** Whether the stream completed or hit its token limit. */
export type StreamEnd = 'stop' | 'length'

/**
 * Reads an answer as it streams, as JSON where the server has structured output, else by marks. A
 * statement is given only with evidence that really occurs in the passage that it cites, so nothing
 * that a document made the model say gets out unless a document says it.
 */
export class AnswerReader {
  readonly #passages: readonly SuppliedPassage[]
  readonly #spoken = new SpokenText()
  readonly #marks = new MarkedStatements()
  readonly #json = new JsonStatements()
  #format: 'json' | 'marks' | null = null
  #unread = ''
  #wording = ''
  #isOpen = false
  /** Quotes found in the passage that they cite, and others. */
  given = 0
  dropped = 0

  constructor(passages: readonly SuppliedPassage[]) {
    this.#passages = passages
  }

  /** Consumes the next chunk and returns the parts that it completes. */
  read(chunk: string): AnswerPart[] {
    this.#unread += this.#spoken.read(chunk)
    this.#format ??= formatOf(this.#unread)
    if (this.#format === null || this.#unread === '') return []
    const text = this.#unread
    this.#unread = ''
    return this.#format === 'json' ? this.#readJson(text) : this.#readMarks(text)
  }

  /** What the model says of its answer, once it has said so; then nothing more is needed. */
  get said(): Outcome | null {
    const word = this.#format === 'json' ? this.#json.outcome : this.#marks.outcome
    return Outcome.safeParse(word?.toLowerCase()).data ?? null
  }

  /** Whether it answers, but with nothing that a passage holds. */
  get isUnproven(): boolean {
    return this.given === 0 && (this.dropped > 0 || this.said !== 'no_evidence')
  }

  /** The outcome: at best partial if the stream was cut or a quote dropped. */
  outcome(end: StreamEnd): Outcome {
    if (this.given === 0) return 'no_evidence'
    const outcome = this.said
    if (outcome === 'no_evidence') return 'no_evidence'
    if (outcome === 'conflict' && this.given > 1) return 'conflict'
    return outcome === 'answered' && end === 'stop' && this.dropped === 0 ? 'answered' : 'partial'
  }

  #readJson(text: string): AnswerPart[] {
    return this.#json.read(text).flatMap(({ statement, evidence }) => {
      this.#wording = statement.trim()
      const parts = evidence.flatMap(({ passage, words }) => this.#evidence(passage, words))
      this.#wording = ''
      return parts.length > 0 ? [...parts, { type: 'end' as const }] : []
    })
  }

  #readMarks(text: string): AnswerPart[] {
    const parts = this.#marks.read(text).flatMap(({ wording, number, quote }) => {
      if (wording !== '') this.#wording = wording
      return this.#evidence(number, quote)
    })
    if (parts.length > 0) this.#isOpen = true
    // Words after its evidence end a statement; more evidence would still belong to it.
    if (!this.#isOpen || !this.#marks.hasGoneOn) return parts
    this.#isOpen = false
    return [...parts, { type: 'end' }]
  }

  #evidence(number: number, quote: string): AnswerPart[] {
    const passage = this.#passages[number - 1]
    const span = passage && findQuote(passage.text, quote)
    if (!passage || !span) {
      this.dropped += 1
      return []
    }
    this.given += 1
    const wording = this.#wording
    this.#wording = ''
    const evidence: AnswerPart = { type: 'quote', passageId: passage.id, ...span }
    return wording === '' ? [evidence] : [{ type: 'text', text: wording }, evidence]
  }
}

/** By the first character, behind a code fence too; null: nothing to tell by yet. */
function formatOf(text: string): 'json' | 'marks' | null {
  const start = text.replace(/^\s*(?:```(?:json)?\s*)?/i, '')
  if (start === '' || /^\s*`{1,3}[a-z]*$/i.test(text)) return null
  return start.startsWith('{') ? 'json' : 'marks'
}
