import type { Citation } from '@portal/contracts/citation'
import { CodedError } from '@portal/service-kit/coded-error'
import { isSupported } from '../answers/is-supported.ts'

interface Statements {
  readonly content: string
  readonly citations: Citation[]
}

const mark = /\[(\d+)\]/g

/**
 * Checks a steward's wording: each paragraph has marks `[n]` of sources, which must support it.
 * Sources that none names are left out, the others are numbered in the order of their marks. Throws
 * CodedError `invalid_request` with the paragraph that is not borne out.
 */
export function citedStatements(wording: string, sources: readonly Citation[]): Statements {
  const byNumber = new Map(sources.map((source) => [source.number, source]))
  const citations: Citation[] = []
  const numberOf = (source: Citation): number => {
    const known = citations.findIndex(
      ({ versionId, start, end }) =>
        versionId === source.versionId && start === source.start && end === source.end,
    )
    return known === -1 ? citations.push({ ...source, number: citations.length + 1 }) : known + 1
  }
  const paragraphs = wording.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  const content = paragraphs.map((paragraph) => {
    const text = withoutMarks(paragraph)
    const evidence = [...paragraph.matchAll(mark)].flatMap(([, digits]) => byNumber.get(Number(digits)) ?? [])
    if (evidence.length === 0) throw refused(`“${shortened(text)}” has no mark of a source, such as [1].`)
    if (!isSupported(text, [...new Set(evidence)].map(withContext)))
      throw refused(`“${shortened(text)}” says more than its sources do.`)
    return `${text} ${evidence.map((source) => `[${numberOf(source)}]`).join(' ')}`
  })
  if (content.length === 0) throw refused('Answer must not be empty.')
  return { content: content.join('\n\n'), citations }
}

/** Without the spaces before each. */
function withoutMarks(paragraph: string): string {
  const parts = paragraph.split(/\[\d+\]/)
  return parts
    .map((part, at) => (at < parts.length - 1 ? part.trimEnd() : part))
    .join('')
    .trim()
}

function withContext({ quote, context = [] }: Citation) {
  return { quote: [quote, ...context.map((span) => span.quote)].join('\n') }
}

function refused(sentence: string): CodedError {
  return new CodedError('invalid_request', sentence, {
    suggestedAction: 'Every paragraph needs the mark of a source that says the same.',
  })
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79).trimEnd()}…`
}
