import { z } from 'zod'
import { connectionTrouble } from '../engine-url/connection-trouble.ts'

/** Where the server is and which of the two formats it speaks. */
export interface RerankServer {
  /** Of the endpoint itself, such as `https://host/v1/rerank`. */
  readonly address: string
  readonly key: string
  readonly model: string | undefined
  /** `documents`: Cohere, Jina, vLLM, llama.cpp; `texts`: text-embeddings-inference. */
  readonly format: 'documents' | 'texts'
}

/** Why a call failed; the message completes "The ranking server …" and never repeats its words. */
export class RerankTrouble extends Error {
  override readonly name = 'RerankTrouble'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const position = z.number().int().nonnegative()
/** The engine is untrusted: its response is validated. */
const Ranked = {
  documents: z
    .object({ results: z.array(z.object({ index: position, relevance_score: z.number() })) })
    .transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score }))),
  texts: z.array(z.object({ index: position, score: z.number() })),
} as const

/** A response for a hundred passages is a few kilobytes, hundreds if it repeats texts. */
const responseBytesMax = 4 * 1024 * 1024
const retryAfterMax = 3600

/** Asks for the relevance of each text to a question, in order. Throws {@link RerankTrouble}. */
export function rerankCall({ address, key, model, format }: RerankServer) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  }
  return async (question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> => {
    const wellFormed = texts.map((text) => text.toWellFormed())
    const query = question.toWellFormed()
    const wanted =
      format === 'texts'
        ? { query, texts: wellFormed, truncate: true }
        : { model, query, documents: wellFormed, top_n: wellFormed.length }
    const sent = { method: 'POST', headers, body: JSON.stringify(wanted), redirect: 'error', signal } as const
    const body = await fetch(address, sent).then(readBody).catch(refused)
    const read = Ranked[format].safeParse(body)
    if (!read.success) throw new RerankTrouble('sent what its protocol does not allow', 60)
    const known = new Map(read.data.map(({ index, score }) => [index, score]))
    const scores = texts.flatMap((_, index) => known.get(index) ?? [])
    if (scores.length < texts.length)
      throw new RerankTrouble(`ranked ${scores.length} of ${texts.length} passages`, 60)
    return scores
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (!response.ok) {
    await response.body?.cancel()
    throw ofStatus(response)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > responseBytesMax) throw new RerankTrouble('sent more than its protocol needs', 60)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function ofStatus({ status, headers }: Response): RerankTrouble {
  const asked = Number(headers.get('retry-after') ?? Number.NaN)
  const pause = (usual: number) =>
    Math.min(retryAfterMax, Number.isFinite(asked) ? Math.max(0, asked) : usual)
  if (status === 401 || status === 403) return new RerankTrouble(`does not accept our key (${status})`, 60)
  if (status === 404) return new RerankTrouble('is not offered there, or the address is wrong (404)', 60)
  if (status === 429 || status === 503) return new RerankTrouble(`is busy (${status})`, pause(10))
  return new RerankTrouble(status >= 500 ? `failed (${status})` : `rejected our call (${status})`, pause(30))
}

function refused(error: unknown): never {
  if (error instanceof RerankTrouble) throw error
  if (error instanceof SyntaxError)
    throw new RerankTrouble('sent what its protocol does not allow', 60, { cause: error })
  if (error instanceof DOMException && error.name === 'TimeoutError')
    throw new RerankTrouble('does not answer in time', 10, { cause: error })
  if (error instanceof TypeError && /fetch failed|terminated/.test(error.message))
    throw new RerankTrouble(connectionTrouble(error) ?? 'cannot be reached', 10, { cause: error })
  throw error
}
