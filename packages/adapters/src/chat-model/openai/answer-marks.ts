import type { Outcome } from '@portal/contracts/chat'
import type { AnswerPart, SuppliedPassage } from '@portal/service-kit/ports/chat-model'
import { findQuote } from './find-quote.ts'

/** Whether the stream completed or hit its token limit. */
export type StreamEnd = 'stop' | 'length'

/**
 * Parses a stream written by the rules of chat-prompt.ts: `statement [[n|words]]…`, then `OUTCOME:
 * …`. A statement is emitted only with evidence that really occurs in passage n, so nothing that a
 * document made the model say gets out unless a document says it.
 */
export class AnswerMarks {
  readonly #passages: readonly SuppliedPassage[]
  #pending = ''
  #wording = ''
  /** Quotes found in the passage that they cite, and others. */
  given = 0
  dropped = 0

  constructor(passages: readonly SuppliedPassage[]) {
    this.#passages = passages
  }

  /** Consumes the next chunk and returns the parts it completes. */
  read(text: string): AnswerPart[] {
    this.#pending += text
    if (!text.includes(']') || isThinking(this.#pending)) return []
    const parts: AnswerPart[] = []
    for (let mark = nextMark(this.#pending); mark; mark = nextMark(this.#pending)) {
      this.#pending = mark.after
      const wording = withoutThoughts(mark.before)
      if (wording !== '') this.#wording = wording
      parts.push(...this.#evidence(mark.number, mark.quote))
    }
    return parts
  }

  /** The outcome: at best partial if the stream was cut or a quote dropped. */
  outcome(end: StreamEnd): Outcome {
    if (this.given === 0) return 'no_evidence'
    const said = /(?:^|\n)[\s*_`#]*OUTCOME[\s*_`]*:[\s*_`]*(answered|partial|no_evidence|conflict)\b/i.exec(
      this.#pending,
    )
    const outcome = said?.[1]?.toLowerCase()
    if (outcome === 'no_evidence') return 'no_evidence'
    if (outcome === 'conflict' && this.given > 1) return 'conflict'
    return outcome === 'answered' && end === 'stop' && this.dropped === 0 ? 'answered' : 'partial'
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

interface Mark {
  readonly before: string
  readonly number: number
  readonly quote: string
  readonly after: string
}

/** The first closed mark, in linear time for any brackets. */
function nextMark(text: string): Mark | null {
  let from = 0
  for (let close = text.indexOf(']]'); close >= 0; close = text.indexOf(']]', from)) {
    const open = /\[\[\s*(\d{1,4})\s*\|/.exec(text.slice(from, close))
    if (open) {
      const start = from + open.index
      return {
        before: text.slice(0, start),
        number: Number(open[1]),
        quote: text.slice(start + open[0].length, close),
        after: text.slice(close + 2),
      }
    }
    from = close + 2
  }
  return null
}

/** Some models emit their reasoning first. */
function isThinking(text: string): boolean {
  return /^\s*<think>/.test(text) && !text.includes('</think>')
}

/** The statement without reasoning and without the previous one's punctuation. */
function withoutThoughts(text: string): string {
  return text
    .replace(/^[\s\S]*<\/think>/, '')
    .replace(/^[\s.,;:]+/, '')
    .trim()
}
