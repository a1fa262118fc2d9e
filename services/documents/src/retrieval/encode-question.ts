import type { EncodedQuestion } from '@portal/ranking/asked-question'
import { questionWords } from '@portal/ranking/asked-question'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { LRUCache } from 'lru-cache'

const entriesMax = 1000
const recent = new WeakMap<Embedder, LRUCache<string, AnyQuestion>>()

type AnyQuestion = EncodedQuestion | Pick<EncodedQuestion, 'vector'>

/** A question's vector and, where the encoder gives them, its tokens; recent ones from memory. */
export async function encodeQuestion(
  embedder: Embedder,
  question: string,
  signal: AbortSignal,
): Promise<AnyQuestion> {
  const known = recent.get(embedder) ?? new LRUCache<string, AnyQuestion>({ max: entriesMax })
  recent.set(embedder, known)
  const found = known.get(question) ?? (await encode(embedder, question, signal))
  known.set(question, found)
  return found
}

async function encode(embedder: Embedder, question: string, signal: AbortSignal): Promise<AnyQuestion> {
  const { tokens } = embedder
  const encoded = tokens
    ? await tokens.encode([{ text: question, parts: questionWords(question) }], 'query', { signal })
    : (await embedder.embed([question], 'query', { signal })).map((vector) => ({ vector }))
  const [only] = encoded
  if (!only) throw new Error('The encoder answered without a vector.')
  return tokens ? { ...only, tokenDimensions: tokens.tokenDimensions } : only
}
