import { shownText } from './judge-reply.ts'
import type { Measured } from './measures.ts'

const answersMax = 50
/** Share-alike text is never copied into the project. */
const notCopied = 'datica'

/**
 * Fifty answers side by side with their citations, to be read as a compliance officer would: evenly
 * from both halves, but none that quotes a document that may not be copied.
 */
export function answersToRead(
  measured: readonly Measured[],
  fileOf: (versionId: string) => string | undefined,
): string {
  const others = measured.filter(({ reply }) => reply.golden.collection !== notCopied)
  const mayBeCopied = new Set(others.flatMap(({ reply }) => reply.golden.file ?? []))
  const readable = others.filter(({ reply }) =>
    [...reply.citations, ...reply.closest].every(({ versionId }) => mayBeCopied.has(fileOf(versionId) ?? '')),
  )
  const step = Math.max(1, readable.length / answersMax)
  return readable
    .filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
    .slice(0, answersMax)
    .map(describe)
    .join('\n\n')
}

function describe({ reply, isAnswerable, wordsRank }: Measured): string {
  const { golden, content, outcome, citations, closest, confidence } = reply
  const isClosest = outcome === 'no_evidence'
  const verdict = isAnswerable
    ? wordsRank === null
      ? 'right words not shown'
      : 'right words shown'
    : 'no answer exists'
  const quotations = (isClosest ? closest : citations).map(
    (quotation) => `- ${isClosest ? 'closest, ' : ''}${quotation.title}: “${oneLine(shownText(quotation))}”`,
  )
  return [
    `### ${golden.question}`,
    `${outcome}, confidence ${confidence?.toFixed(2) ?? '–'}; ${verdict}`,
    quoted(content),
    ...quotations,
  ].join('\n\n')
}

function quoted(content: string): string {
  return content
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}
