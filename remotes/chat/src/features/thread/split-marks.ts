import type { Citation } from '@portal/contracts/chat'

/** Words, or the citation that a mark stands for. */
export interface AnswerPart {
  readonly key: string
  readonly text: string
  readonly citation: Citation | null
}

/** A paragraph of an answer. */
export interface AnswerParagraph {
  readonly key: string
  readonly parts: readonly AnswerPart[]
}

/** Cuts an answer at blank lines and at marks `[n]`. A number that no citation has stays text: policies use brackets too. */
export function splitMarks(content: string, citations: readonly Citation[]): AnswerParagraph[] {
  const byNumber = new Map(citations.map((citation) => [String(citation.number), citation]))
  return content.split(/\n{2,}/).map((paragraph, at) => ({
    key: `${at}`,
    parts: paragraph
      .split(/(\[\d+\])/)
      .filter((text) => text !== '')
      .map((text, index) => ({
        key: `${at}.${index}`,
        text,
        citation: byNumber.get(/^\[(\d+)\]$/.exec(text)?.[1] ?? '') ?? null,
      })),
  }))
}
