import type { ServerResponse } from 'node:http'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { z } from 'zod'

const inputsMax = 256
/** As strict as OpenAI: no empty text, no empty list, no more than the limit. */
const EmbeddingBody = z.looseObject({
  model: z.string(),
  input: z.array(z.string().min(1)).min(1).max(inputsMax),
  dimensions: z.number().int().optional(),
})

interface EmbeddingServing {
  readonly embedder?: Embedder
  readonly textMax?: number
  readonly batchMax?: number
  readonly turnsDown?: readonly string[]
  /** Receives the number of texts of each request. */
  readonly embedded: number[]
}

/** Serves vectors of arbitrary length in reverse order, identified by `index`. */
export async function answerEmbeddings(
  response: ServerResponse,
  body: unknown,
  { embedder, embedded, textMax, batchMax = inputsMax, turnsDown }: EmbeddingServing,
): Promise<void> {
  const read = EmbeddingBody.safeParse(body)
  if (!read.success || !embedder) return refuse(response, { message: "'$.input' is invalid" })
  const setting = turnsDown?.find((name) => name in read.data)
  if (setting) return refuse(response, { code: 'unsupported_parameter', param: setting })
  if (read.data.input.length > batchMax) return refuse(response, { type: 'Validation' }, 413)
  if (textMax !== undefined && read.data.input.some(({ length }) => length > textMax))
    return refuse(response, { message: `This model's maximum context length is ${textMax} tokens` })
  const { input, dimensions } = read.data
  embedded.push(input.length)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const vectors = await Promise.all(input.map((text) => vectorOf(embedder, text, gone.signal)))
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: [...vector.slice(0, dimensions ?? vector.length)].map((value) => value * 3),
  }))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', model: 'misbehaving', data: data.toReversed(), usage: {} }))
}

function refuse(response: ServerResponse, error: object, status = 400): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { type: 'invalid_request_error', ...error } }))
}

async function vectorOf(embedder: Embedder, text: string, signal: AbortSignal): Promise<Float32Array> {
  const [, side = 'passage', words = text] = /^(query|passage): ([\s\S]*)$/.exec(text) ?? []
  const [vector] = await embedder.embed([words], side === 'query' ? 'query' : 'passage', { signal })
  if (!vector) throw new Error('The encoder gave no vector.')
  return vector
}
