import { z } from 'zod'
import type { OpenAiConnection } from '../../openai/openai-connection.ts'

/** The engine is untrusted: its response is validated. */
const Embeddings = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
})

const requestMs = 60_000

/** The response violates the protocol; the message completes "The encoder … ". */
export class UnfitVectors extends Error {
  override readonly name = 'UnfitVectors'
}

/**
 * Requests one unit vector of `dimensions` numbers per text, in order; that parameter is sent only
 * once it proved needed. Throws the client's errors and {@link UnfitVectors}.
 */
export function embeddingCall({ client, model }: OpenAiConnection, dimensions: number) {
  let asksForSize = false

  return async function vectors(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const isSized = asksForSize
    const size = isSized ? { dimensions } : {}
    const request = { model, input: [...texts], encoding_format: 'float' as const, ...size }
    const response: unknown = await client.embeddings.create(request, { signal, timeout: requestMs })
    const read = Embeddings.safeParse(response)
    if (!read.success) throw new UnfitVectors('sent what its protocol does not allow')
    const byIndex = new Map(read.data.data.map(({ index, embedding }) => [index, embedding]))
    const found = texts.flatMap((_, index) => {
      const vector = byIndex.get(index)
      return vector ? [vector] : []
    })
    if (found.length < texts.length)
      throw new UnfitVectors(`sent ${byIndex.size} vectors for ${texts.length} texts`)
    const wrong = found.find(({ length }) => length !== dimensions)
    if (!wrong) return found.map(unit)
    if (wrong.length < dimensions || isSized)
      throw new UnfitVectors(`gives vectors of ${wrong.length} numbers, not ${dimensions}`)
    asksForSize = true
    return vectors(texts, signal)
  }
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!(length > 0 && Number.isFinite(length))) throw new UnfitVectors('sent a vector without a direction')
  return Float32Array.from(values, (value) => value / length)
}
