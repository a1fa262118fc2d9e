import type { OpenAI } from 'openai'
import { z } from 'zod'

/** The engine is untrusted: its response is validated. */
const Embeddings = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
})

const requestMs = 60_000

/** The response violates the protocol; the message completes "The encoder … ". */
export class UnfitVectors extends Error {
  override readonly name = 'UnfitVectors'
}

/** Requests vectors of `dimensions` numbers; the parameter is sent only once it proved needed. */
export class EmbeddingCall {
  readonly #client: OpenAI
  readonly #model: string
  readonly #dimensions: number
  #asksForSize = false

  constructor(client: OpenAI, model: string, dimensions: number) {
    this.#client = client
    this.#model = model
    this.#dimensions = dimensions
  }

  /** One unit vector per text, in order. Throws the client's errors and {@link UnfitVectors}. */
  async vectors(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors = await this.#ask(texts, signal)
    const [wrong] = vectors.filter(({ length }) => length !== this.#dimensions)
    if (!wrong) return vectors.map(unit)
    if (wrong.length < this.#dimensions || this.#asksForSize)
      throw new UnfitVectors(`gives vectors of ${wrong.length} numbers, not ${this.#dimensions}`)
    this.#asksForSize = true
    return this.vectors(texts, signal)
  }

  /** Vectors as received, ordered by their index. */
  async #ask(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const response: unknown = await this.#client.embeddings.create(
      {
        model: this.#model,
        input: [...texts],
        encoding_format: 'float',
        ...(this.#asksForSize ? { dimensions: this.#dimensions } : {}),
      },
      { signal, timeout: requestMs },
    )
    const read = Embeddings.safeParse(response)
    if (!read.success) throw new UnfitVectors('sent what its protocol does not allow')
    const byIndex = new Map(read.data.data.map(({ index, embedding }) => [index, embedding]))
    return texts.map((_, index) => {
      const vector = byIndex.get(index)
      if (!vector) throw new UnfitVectors(`sent ${byIndex.size} vectors for ${texts.length} texts`)
      return vector
    })
  }
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!(length > 0 && Number.isFinite(length))) throw new UnfitVectors('sent a vector without a direction')
  return Float32Array.from(values, (value) => value / length)
}
