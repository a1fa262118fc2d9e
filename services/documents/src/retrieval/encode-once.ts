import { hash } from 'node:crypto'
import type { Embedder } from '@portal/service-kit/ports/embedder'

const entriesMax = 5000
const recent = new WeakMap<Embedder, Map<string, Float32Array>>()

export interface TextsToEncode {
  readonly texts: readonly string[]
  readonly kind: 'query' | 'passage'
  readonly signal: AbortSignal
}

/** One vector per text, in order, recent ones from memory: search and quotations share them. */
export async function encodeOnce(
  embedder: Embedder,
  { texts, kind, signal }: TextsToEncode,
): Promise<Float32Array[]> {
  const known = recent.get(embedder) ?? new Map<string, Float32Array>()
  recent.set(embedder, known)
  const byKey = new Map(texts.map((text) => [hash('sha256', `${kind} ${text}`), text]))
  const vectors = new Map([...byKey].map(([key, text]) => [text, known.get(key)]))
  const missing = [...byKey].filter(([, text]) => !vectors.get(text))
  const fresh =
    missing.length === 0
      ? []
      : await embedder.embed(
          missing.map(([, text]) => text),
          kind,
          signal,
        )
  missing.forEach(([key, text], at) => {
    const vector = fresh[at]
    if (!vector) throw new Error('The encoder returned fewer vectors than texts.')
    vectors.set(text, vector)
    known.set(key, vector)
  })
  for (const key of known.keys()) {
    if (known.size <= entriesMax) break
    known.delete(key)
  }
  return texts.flatMap((text) => vectors.get(text) ?? [])
}
