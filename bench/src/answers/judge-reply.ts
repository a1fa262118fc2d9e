import type { Citation } from '@portal/contracts/chat'
import type { Reply } from './ask-golden.ts'
import type { FilledLibrary } from './fill-library.ts'
import { type PlainAnswers, plain } from './plain-words.ts'

/** How many quotations people read. */
const readMax = 3

/** A reply against what answers the question. */
export interface Judged {
  readonly reply: Reply
  readonly isAnswerable: boolean
  /** Answered, in part or with sources that disagree (decision 74). */
  readonly isAnswered: boolean
  /** Rank of the first right passage from 1; null if there is none or none was searched for. */
  readonly passageRank: number | null
  /** Rank of the first quotation shown with the right words, answered or closest. */
  readonly wordsRank: number | null
  readonly isRightDocument: boolean
  /** Of the citations of an answer: with right words, in a right document, all. */
  readonly cited: { readonly right: number; readonly all: number }
  /** Answered without saying partly, and the right words are not shown. */
  readonly isWrong: boolean
}

/** What a reply is judged by. */
export interface Judge {
  readonly answers: PlainAnswers
  readonly library: Pick<FilledLibrary, 'fileOf'>
}

/** Judges by the words that are shown; nobody sees the offsets. */
export function judgeReply(reply: Reply, { answers, library }: Judge): Judged {
  const { outcome, citations, closest, passages } = reply
  const isAnswered = outcome !== 'no_evidence'
  const shown = (isAnswered ? citations : closest).slice(0, readMax)
  const fileOf = ({ versionId }: { readonly versionId: string }) => library.fileOf(versionId) ?? ''
  const isRight = (quotation: Citation) => {
    const words = plain(shownText(quotation))
    return answers.get(fileOf(quotation))?.some((span) => words.includes(span)) ?? false
  }
  const wordsRank = rankOf(shown, isRight)
  const passageRank = rankOf(passages ?? [], (passage) => {
    const words = plain(passage.text)
    return answers.get(fileOf(passage))?.some((span) => words.includes(span)) ?? false
  })
  return {
    reply,
    isAnswerable: answers.size > 0,
    isAnswered,
    passageRank,
    wordsRank,
    isRightDocument: shown.some((quotation) => answers.has(fileOf(quotation))),
    cited: { right: isAnswered ? citations.filter(isRight).length : 0, all: citations.length },
    isWrong: (outcome === 'answered' || outcome === 'conflict') && wordsRank === null,
  }
}

/** The quotation with its context, in the order of the document. */
export function shownText({ start, end, quote, context = [] }: Citation): string {
  const spans = [{ start, end, quote }, ...context].toSorted((a, b) => a.start - b.start)
  return spans.map((span) => span.quote).join('\n')
}

function rankOf<T>(items: readonly T[], isRight: (item: T) => boolean): number | null {
  const at = items.findIndex(isRight)
  return at < 0 ? null : at + 1
}
