import type { Citation, Outcome } from '@portal/contracts/chat'
import type { RetrievedPassage } from '@portal/contracts/documents'
import type { AnswerPart, TokenUsage } from '@portal/service-kit/ports/chat-model'
import { isSupported } from './is-supported.ts'

/** The response when the approved documents do not answer. */
export const noEvidenceText =
  'The approved documents do not answer this question. Try other words, or ask the owner of the document that should cover it.'

/** An answer before its citations are checked against the stored text. */
export interface Draft {
  readonly parts: readonly AnswerPart[]
  readonly citations: readonly Citation[]
  readonly outcome: Outcome
  readonly usage: TokenUsage | null
}

/** Collects a model's parts; quotes outside the supplied passages are dropped. */
export async function draftAnswer(
  parts: AsyncIterable<AnswerPart>,
  supplied: readonly RetrievedPassage[],
): Promise<Draft> {
  const passages = new Map(supplied.map((passage) => [passage.id, passage]))
  const kept: AnswerPart[] = []
  const citations: Citation[] = []
  let outcome: Outcome = 'no_evidence'
  let usage: TokenUsage | null = null
  for await (const part of parts) {
    if (part.type === 'outcome') {
      outcome = part.outcome
      usage = part.usage ?? null
    } else if (part.type === 'text') kept.push(part)
    else {
      const passage = passages.get(part.passageId)
      if (!passage || !isInside(part, passage)) continue
      kept.push(part)
      citations.push(cite(passage, part, citations.length + 1))
    }
  }
  return { parts: kept, citations, outcome, usage }
}

interface Quote {
  readonly start: number
  readonly end: number
}

function isInside({ start, end }: Quote, { text }: RetrievedPassage): boolean {
  return [start, end].every(Number.isInteger) && start >= 0 && end > start && end <= text.length
}

function cite(passage: RetrievedPassage, { start: from, end: to }: Quote, number: number): Citation {
  const { documentId, versionId, version, title, customId, headingPath, page } = passage
  const [start, end] = [passage.start + from, passage.start + to]
  const quote = passage.text.slice(from, to)
  return { number, documentId, versionId, version, title, customId, headingPath, page, start, end, quote }
}

/** A finished answer; marks `[n]` in `content` refer to the citations. */
export interface Answer {
  readonly content: string
  readonly citations: Citation[]
  readonly outcome: Outcome
}

/** A statement with its evidence, or a quotation on its own (empty wording). */
interface Claim {
  readonly wording: string
  readonly evidence: Citation[]
}

/** Composes the answer from valid citations; evidence replaces wording that it does not support. */
export function composeAnswer(draft: Draft, valid: readonly boolean[]): Answer {
  const citations: Citation[] = []
  const lines: string[] = []
  const mark = (citation: Citation) => `[${citations.push({ ...citation, number: citations.length + 1 })}]`
  for (const { wording, evidence } of claimsOf(draft, valid)) {
    if (evidence.length > 0 && isSupported(wording, evidence))
      lines.push(`${oneLine(wording)} ${evidence.map(mark).join(' ')}`)
    else for (const citation of evidence) lines.push(`${oneLine(citation.quote)} ${mark(citation)}`)
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
