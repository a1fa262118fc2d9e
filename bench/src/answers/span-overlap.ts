import { sentenceSpans } from '@portal/file-rules/sentence-spans'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import type { EmbeddingCache } from '../search/embedding-cache.ts'
import type { Reply } from './ask-golden.ts'
import { type Judge, shownText } from './judge-reply.ts'
import { plain } from './plain-words.ts'

/** How well what is shown first equals the words that answer, 0 to 1, against two baselines. */
export interface Overlap {
  readonly quotation: number
  /** The best passage as a whole. */
  readonly passage: number
  /** The sentence of all found passages whose vector is nearest to the question's. */
  readonly sentence: number
}

/** A text of one document. */
interface Shown {
  readonly versionId: string
  readonly text: string
}

/** F1 over characters of the plain words, against the best of the spans. */
export async function overlapOf(
  reply: Reply,
  { answers, library, vectors }: Judge & { readonly vectors: Vectors },
): Promise<Overlap | null> {
  const { passages, outcome, citations, closest, golden } = reply
  if (answers.size === 0 || passages === null) return null
  const score = (shown: Shown | undefined) => {
    const spans = shown ? answers.get(library.fileOf(shown.versionId) ?? '') : undefined
    return Math.max(0, ...(spans ?? []).map((span) => overlap(plain(shown?.text ?? ''), span)))
  }
  const [first] = outcome === 'no_evidence' ? closest : citations
  return {
    quotation: score(first && { versionId: first.versionId, text: shownText(first) }),
    passage: score(passages[0]),
    sentence: score(await nearestSentence(golden.question, passages, vectors)),
  }
}

type Vectors = Pick<EmbeddingCache, 'embed'>

async function nearestSentence(
  question: string,
  passages: readonly Shown[],
  vectors: Vectors,
): Promise<Shown | undefined> {
  const sentences = passages.flatMap(({ versionId, text }) =>
    sentenceSpans(text).map(({ start, end }) => ({ versionId, text: text.slice(start, end).trim() })),
  )
  const embed = (texts: readonly string[], kind: Parameters<Embedder['embed']>[1]) =>
    vectors.embed(texts, kind, () => {})
  const [asked = new Float32Array()] = await embed([question], 'query')
  const stored = await embed(
    sentences.map(({ text }) => text),
    'passage',
  )
  const cosines = stored.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0))
  return sentences[cosines.indexOf(Math.max(...cosines))]
}

/** F1 of what is shown against a span: whole inside it, around it, or neither. */
export function overlap(shown: string, span: string): number {
  const common = shown.includes(span)
    ? span.length
    : span.includes(shown)
      ? shown.length
      : shared(shown, span)
  return (2 * common) / (shown.length + span.length)
}

/** The longest end of one text that begins the other. */
function shared(one: string, other: string): number {
  for (let length = Math.min(one.length, other.length); length > 0; length -= 1)
    if (one.endsWith(other.slice(0, length)) || other.endsWith(one.slice(0, length))) return length
  return 0
}
