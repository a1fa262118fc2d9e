import { hash } from 'node:crypto'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { unlessAborted } from '@portal/service-kit/unless-aborted'
import { LRUCache } from 'lru-cache'

const entriesMax = 5000
const recent = new WeakMap<Embedder, LRUCache<string, Promise<Float32Array>>>()

export interface TextsToEncode {
  readonly texts: readonly string[]
  readonly kind: 'query' | 'passage'
  readonly asker: Asker
}

/** Who waits for it: organizations take turns. */
export interface Asker {
  readonly organizationId: number
  readonly signal: AbortSignal
}

/**
 * One vector per text, in order, recent ones from memory: search and quotations share them. A text
 * is encoded once for all who ask for it meanwhile, so the work goes on if one of them leaves.
 */
export async function encodeOnce(
  embedder: Embedder,
  { texts, kind, asker: { organizationId, signal } }: TextsToEncode,
): Promise<Float32Array[]> {
  signal.throwIfAborted()
  const known = recent.get(embedder) ?? new LRUCache<string, Promise<Float32Array>>({ max: entriesMax })
  recent.set(embedder, known)
  const keyOf = (text: string) => hash('sha256', `${kind} ${text}`)
  const vectors = new Map([...new Set(texts)].map((text) => [text, known.get(keyOf(text))]))
  const missing = [...vectors.keys()].filter((text) => !vectors.get(text))
  const options = { isAwaited: true, organizationId }
  const fresh = missing.length > 0 ? embedder.embed(missing, kind, options) : Promise.resolve([])
  missing.forEach((text, at) => {
    const vector = fresh.then(
      (all) => all[at] ?? Promise.reject(new Error('The encoder returned too few vectors.')),
    )
    vector.catch(() => known.delete(keyOf(text)))
    known.set(keyOf(text), vector)
    vectors.set(text, vector)
  })
  return unlessAborted(Promise.all(texts.flatMap((text) => vectors.get(text) ?? [])), signal)
}
