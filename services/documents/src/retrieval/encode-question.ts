import { inFullForm } from '@portal/ranking/analysis/courtesies'
import { inDocumentWords } from '@portal/ranking/analysis/everyday-phrases'
import { withImpliedQuestion } from '@portal/ranking/analysis/implied-question'
import type { EncodedWordings } from '@portal/ranking/asked-question'
import { questionWords } from '@portal/ranking/asked-question'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { LRUCache } from 'lru-cache'
import type { Asker } from './encode-once.ts'

const entriesMax = 1000
const recent = new WeakMap<Embedder, LRUCache<string, EncodedWordings>>()

/**
 * A question's vector and, where the encoder gives them, its tokens; beside it the same in the
 * words of documents, where it has everyday phrases. What tells a situation is encoded with the
 * question that it means, and what is typed in a hurry in its full form. Recent ones from memory.
 */
export async function encodeQuestion(
  embedder: Embedder,
  question: string,
  asker: Asker,
): Promise<EncodedWordings> {
  const known = recent.get(embedder) ?? new LRUCache<string, EncodedWordings>({ max: entriesMax })
  recent.set(embedder, known)
  const found = known.get(question) ?? (await encode(embedder, question, asker))
  known.set(question, found)
  return found
}

async function encode(embedder: Embedder, question: string, asker: Asker): Promise<EncodedWordings> {
  const asked = inFullForm(withImpliedQuestion(question))
  const inOthers = inDocumentWords(asked)
  const texts = inOthers === null ? [asked] : [asked, inOthers]
  const [only, reworded] = await encodeAll(embedder, texts, asker)
  if (!only) throw new Error('The encoder answered without a vector.')
  return { ...only, reworded }
}

async function encodeAll(
  embedder: Embedder,
  texts: readonly string[],
  { signal, organizationId }: Asker,
): Promise<EncodedWordings[]> {
  const { tokens } = embedder
  const options = { signal, organizationId }
  if (!tokens) return (await embedder.embed(texts, 'query', options)).map((vector) => ({ vector }))
  const { tokenDimensions } = tokens
  const inParts = texts.map((text) => ({ text, parts: questionWords(text) }))
  return (await tokens.encode(inParts, 'query', options)).map((each) => ({ ...each, tokenDimensions }))
}
