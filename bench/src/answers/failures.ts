import { shownText } from './judge-reply.ts'
import type { Measured } from './measures.ts'
import type { Objection } from './reading-rules.ts'

/** What to read after a run: the questions, but for the kept half, that were not served well. */
export function failureList(measured: readonly Measured[], objections: readonly Objection[]): string {
  const read = measured.filter(({ reply }) => reply.golden.share !== 'kept')
  const failed = read.filter(({ isAnswerable, isAnswered, wordsRank }) =>
    isAnswerable ? wordsRank === null || !isAnswered : isAnswered,
  )
  return [
    `# ${failed.length} of ${read.length} questions`,
    ...failed.map(describe),
    '# Quotations that do not read well',
    ...objections.map(({ rule, quote }) => `- ${rule}: “${oneLine(quote)}”`),
    '',
  ].join('\n\n')
}

function describe({ reply, passageRank, wordsRank }: Measured): string {
  const { golden, outcome, citations, closest, confidence } = reply
  const { id, kind, file, question, after, unanswerable, answers } = golden
  const spans = answers.flatMap((each) => each.spans).filter((span) => typeof span === 'string')
  const facts = [
    `${id}, ${kind}, ${file ?? 'no document'}`,
    unanswerable ?? `passage ${passageRank ?? 'not found'}, words ${wordsRank ?? 'not shown'}`,
    `${outcome}${confidence === null ? '' : ` ${confidence.toFixed(2)}`}`,
  ]
  const quotations = (outcome === 'no_evidence' ? closest : citations).map(
    (quotation) => `- ${quotation.title}: “${oneLine(shownText(quotation))}”`,
  )
  return [
    `## ${after === null ? '' : `${after} → `}${question}`,
    facts.join(' · '),
    ...spans.slice(0, 3).map((span) => `wanted: “${span}”`),
    ...quotations,
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 400)
}
