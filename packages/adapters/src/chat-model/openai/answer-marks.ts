import type { Outcome } from '@portal/contracts/chat'
import type { AnswerPart, SuppliedPassage } from '@portal/service-kit/ports/chat-model'
import { findQuote } from './find-quote.ts'

/** How a model's stream ended: of itself, or cut short at its limit. */
export type StreamEnd = 'stop' | 'length'

/**
 * Reads what a model writes by the rules of chat-prompt.ts, as it comes: `statement [[n|words]]…` and a last line `OUTCOME: …`. A statement is
 * given with its first evidence that really stands in passage n, and never without; so nothing that a document made a model say gets out
 * unless the documents say it.
 */
export class AnswerMarks {
  readonly #passages: readonly SuppliedPassage[]
  #pending = ''
  #wording = ''
  #given = 0
  #dropped = 0

  constructor(passages: readonly SuppliedPassage[]) {
    this.#passages = passages
  }

  /** Quotes that were not found where the model said. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes the next piece of the stream; gives the parts that it completes. */
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

  /** The last part. An answer that was cut short, or whose evidence did not all hold, is partial at best; none without evidence. */
  outcome(end: StreamEnd): Outcome {
    if (this.#given === 0) return 'no_evidence'
    const said = /(?:^|\n)[\s*_`#]*OUTCOME[\s*_`]*:[\s*_`]*(answered|partial|no_evidence|conflict)\b/i.exec(
      this.#pending,
    )
    const outcome = said?.[1]?.toLowerCase()
    if (outcome === 'no_evidence') return 'no_evidence'
    if (outcome === 'conflict' && this.#given > 1) return 'conflict'
    return outcome === 'answered' && end === 'stop' && this.#dropped === 0 ? 'answered' : 'partial'
  }

  /** Whether any evidence was given. */
  get hasEvidence(): boolean {
    return this.#given > 0
  }

  #evidence(number: number, quote: string): AnswerPart[] {
    const passage = this.#passages[number - 1]
    const span = passage && findQuote(passage.text, quote)
    if (!passage || !span) {
      this.#dropped += 1
      return []
    }
    this.#given += 1
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

/** The first closed mark. Linear, whatever brackets a model piles up. */
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

/** Some models think aloud before they answer. */
function isThinking(text: string): boolean {
  return /^\s*<think>/.test(text) && !text.includes('</think>')
}

/** A statement's words: without the end of the one before, and without thoughts. */
function withoutThoughts(text: string): string {
  return text
    .replace(/^[\s\S]*<\/think>/, '')
    .replace(/^[\s.,;:]+/, '')
    .trim()
}
