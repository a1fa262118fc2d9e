import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import { z } from 'zod'

/** The expected key. */
export const rerankKey = 'rk-canary-0123456789'

/** What a request gets instead of scores. */
export type RerankTurn =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** A body of these words. */
  | { readonly says: string }
  | { readonly how: 'silence' | 'cut' | 'one passage short' | 'endless' }

/** A loopback server of a `/rerank` wire format; relevance is the share of common words. */
export interface RerankServerUnderTest {
  /** `rerank://` address with key and, if the format has one, model. */
  readonly url: string
  /** Texts per request so far. */
  readonly asked: readonly number[]
  /** Scripts the next requests, one turn each. */
  next(...turns: readonly RerankTurn[]): void
  close(): Promise<void>
}

const Body = {
  documents: z
    .strictObject({
      model: z.literal('misranking'),
      query: z.string(),
      documents: z.array(z.string()),
      top_n: z.number(),
    })
    .transform(({ query, documents }) => ({ query, texts: documents })),
  texts: z.strictObject({ query: z.string(), texts: z.array(z.string()), truncate: z.literal(true) }),
} as const

/** What text-embeddings-inference takes per request unless it is set otherwise. */
const textsMax = 32

/** Starts one; `documents` is the format of Cohere, Jina and vLLM, `texts` that of TEI. */
export async function startRerankServer(format: 'documents' | 'texts'): Promise<RerankServerUnderTest> {
  const turns: RerankTurn[] = []
  const asked: number[] = []
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${rerankKey}`)
      return answer(response, { status: 401 }, { error: 'key' })
    if (request.url !== '/v1/rerank') return answer(response, { status: 404 }, { error: 'path' })
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const read = Body[format].safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    if (!read.success) return answer(response, { status: 422 }, { error: read.error.message })
    const { query, texts } = read.data
    asked.push(texts.length)
    if (format === 'texts' && texts.length > textsMax)
      return answer(response, { status: 413 }, { error: 'batch size', error_type: 'Validation' })
    const turn = turns.shift()
    if (turn && 'status' in turn) return answer(response, turn, { error: 'scripted' })
    if (turn && 'says' in turn) return void response.end(turn.says)
    if (turn?.how === 'silence') return
    if (turn?.how === 'cut') return void response.destroy()
    if (turn?.how === 'endless') return pour(response)
    const ranked = rankedTexts(query, texts).slice(turn ? 1 : 0)
    if (format === 'texts') return answer(response, { status: 200 }, ranked)
    const results = ranked.map(({ index, score }) => ({
      index,
      relevance_score: score,
      document: { text: 'x' },
    }))
    answer(
      response,
      { status: 200 },
      { id: 'rerank-1', model: 'misranking', usage: { total_tokens: 9 }, results },
    )
  }

  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const settings = format === 'texts' ? 'format=texts' : 'model=misranking'
  return {
    url: `rerank://:${rerankKey}@127.0.0.1:${port}/v1/rerank?${settings}&deadlineMs=5000`,
    asked,
    next: (...more) => void turns.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Best first, as servers answer, not in the order of the texts. */
function rankedTexts(query: string, texts: readonly string[]) {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,7}/g) ?? [])
  const wanted = words(query)
  return texts
    .map((text, index) => {
      const common = [...words(text)].filter((word) => wanted.has(word)).length
      return { index, score: (1 + common) / (3 + wanted.size + index * 1e-6) }
    })
    .sort((a, b) => b.score - a.score)
}

/** More than any answer needs, until the other end leaves. */
function pour(response: ServerResponse): void {
  const chunk = 'x'.repeat(256 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

function answer(response: ServerResponse, { status, headers }: Answer, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
