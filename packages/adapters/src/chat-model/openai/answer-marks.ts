/** Words that a model gives as evidence, with the statement before them; none: the one before. */
export interface MarkedQuote {
  readonly wording: string
  readonly number: number
  readonly quote: string
}

/**
 * Parses a stream written by the rules of chat-prompt.ts: `statement [[n|words]]…`, then `OUTCOME:
 * …`.
 */
export class MarkedStatements {
  #pending = ''

  /** Consumes the next chunk and returns the quotes that it completes. */
  read(text: string): MarkedQuote[] {
    this.#pending += text
    if (!text.includes(']')) return []
    const quotes: MarkedQuote[] = []
    for (let mark = nextMark(this.#pending); mark; mark = nextMark(this.#pending)) {
      this.#pending = mark.after
      quotes.push({ wording: withoutPunctuation(mark.before), number: mark.number, quote: mark.quote })
    }
    return quotes
  }

  /** Whether words follow the last quote. */
  get hasGoneOn(): boolean {
    return /[\p{L}\p{N}]/u.test(this.#pending.replace(/\[\[?[^[]*$/, ''))
  }

  get outcome(): string | undefined {
    return /(?:^|\n)[\s*_`#]*OUTCOME[\s*_`]*[:=-][\s*_`"]*(answered|partial|no_evidence|conflict)\b/i.exec(
      this.#pending,
    )?.[1]
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

/** The statement without the previous one's punctuation, and without a code fence. */
function withoutPunctuation(text: string): string {
  return text
    .replace(/^\s*```\w*\n/, '')
    .replace(/^[\s.,;:\]]+/, '')
    .trim()
}
