import type { Embedder } from '@portal/service-kit/ports/embedder'

const entriesMax = 5000

/** Vectors of sentences that were compared lately: the same policies are asked about again and again. */
export class VectorMemory {
  readonly #embedder: Embedder
  readonly #known = new Map<string, Float32Array>()

  constructor(embedder: Embedder) {
    this.#embedder = embedder
  }

  /** One vector per text, in order. */
  async of(
    texts: readonly string[],
    kind: 'query' | 'passage',
    signal?: AbortSignal,
  ): Promise<(Float32Array | undefined)[]> {
    const missing = [...new Set(texts)].filter((text) => !this.#known.has(`${kind} ${text}`))
    const fresh = missing.length === 0 ? [] : await this.#embedder.embed(missing, kind, signal)
    missing.forEach((text, at) => {
      const vector = fresh[at]
      if (vector) this.#known.set(`${kind} ${text}`, vector)
    })
    const vectors = texts.map((text) => this.#known.get(`${kind} ${text}`))
    for (const key of this.#known.keys()) {
      if (this.#known.size <= entriesMax) break
      this.#known.delete(key)
    }
    return vectors
  }
}
