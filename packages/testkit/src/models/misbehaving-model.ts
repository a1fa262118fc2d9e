import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { findFreePort } from '@portal/adapters/embedded-postgres/free-port'
import type { Embedder } from '@portal/service-kit/ports/embedder'
import { z } from 'zod'
import { answerEmbeddings } from './answer-embeddings.ts'
import type { ModelPrompt, ModelTurn, PromptReader } from './model-turn.ts'
import { quotingReader } from './prompt-readers.ts'
import { streamAnswer } from './stream-answer.ts'

/** The expected key; like real servers, it repeats a wrong one in its error. */
export const modelKey = 'sk-canary-0123456789'

export interface MisbehavingModelOptions {
  readonly reads?: PromptReader
  /** Longer prompts (in characters) are refused. */
  readonly promptMax?: number
  /** Settings to reject. */
  readonly turnsDown?: readonly string[]
  /** Longer texts (in characters) get no vector. */
  readonly textMax?: number
  /** More texts at once are refused, as text-embeddings-inference does (413). */
  readonly batchMax?: number
  /** Source of vectors; the prefixes `query: ` and `passage: ` choose the side. */
  readonly embedder?: Embedder
  /** To listen again after a stop; a free one by default. */
  readonly port?: number
}

/** A loopback server of OpenAI's protocol that behaves as scripted. */
export interface MisbehavingModel {
  /** `openai://` URL with key and model. */
  readonly url: string
  readonly port: number
  /** Chat requests so far. */
  readonly asked: readonly ChatBody[]
  /** Sizes of the embedding requests so far. */
  readonly embedded: readonly number[]
  /** Requests whose connection is still open. */
  readonly underWay: number
  /** Scripts the next requests, one turn each; then `usual` applies. */
  next(...turns: readonly ModelTurn[]): void
  usual: ModelTurn
  /** Drops every connection with a pending request. */
  cut(): void
  close(): Promise<void>
}

const Message = z.object({ role: z.string(), content: z.string() })
const ChatBody = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(Message).min(2),
})
export type ChatBody = z.infer<typeof ChatBody>

/** Starts a model server. */
export async function startMisbehavingModel(
  options: MisbehavingModelOptions = {},
): Promise<MisbehavingModel> {
  const turns: ModelTurn[] = []
  const asked: ChatBody[] = []
  const embedded: number[] = []
  const underWay = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) refuse(response, { status: 500, error: { message: String(error) } })
      else response.destroy()
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers.authorization
    if (key !== `Bearer ${modelKey}`)
      return refuse(response, {
        status: 401,
        error: { message: `Incorrect API key provided: ${key}`, code: 'invalid_api_key' },
      })
    if (request.url === '/v1/models')
      return json(response, { object: 'list', data: [{ id: 'misbehaving' }, { id: 'tagged:latest' }] })
    const body: unknown = JSON.parse(await textOf(request))
    const turn = turns.shift() ?? model.usual
    if (turn.refuse) {
      if (request.url === '/v1/chat/completions') asked.push(ChatBody.parse(body))
      return refuse(response, turn.refuse)
    }
    if (request.url === '/v1/embeddings' && turn.breaksAfter?.how === 'silence') return
    if (request.url === '/v1/embeddings') return answerEmbeddings(response, body, { ...options, embedded })
    const chat = ChatBody.parse(body)
    asked.push(chat)
    return converse(response, chat, { ...options, turn })
  }

  // Keeps its port reserved while it is closed.
  const port = options.port ?? (await findFreePort())
  await listen(server, port)
  const model: MisbehavingModel = {
    url: `openai://:${modelKey}@127.0.0.1:${port}/v1?model=misbehaving`,
    port,
    asked,
    embedded,
    get underWay() {
      return underWay.size
    },
    next: (...more) => void turns.push(...more),
    usual: {},
    cut: () => underWay.forEach((response) => void response.destroy()),
    close: () => close(server),
  }
  return model
}

type Conversing = MisbehavingModelOptions & { readonly turn: ModelTurn }

async function converse(response: ServerResponse, body: ChatBody, { turn, ...options }: Conversing) {
  const setting = options.turnsDown?.find((name) => name in body)
  if (setting)
    return refuse(response, { status: 400, error: { code: 'unsupported_parameter', param: setting } })
  const prompt = promptOf(body)
  if (prompt.user.length > (options.promptMax ?? Number.POSITIVE_INFINITY))
    return refuse(response, { status: 400, error: { code: 'context_length_exceeded', param: 'messages' } })
  await streamAnswer(response, turn.says ?? (options.reads ?? quotingReader)(prompt), turn)
}

/** The prompt in the body of a chat request. */
export function promptOf({ messages }: ChatBody): ModelPrompt {
  const of = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
  return { system: of('system'), user: of('user') }
}

function refuse(
  response: ServerResponse,
  { status, headers, error }: NonNullable<ModelTurn['refuse']>,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(
    JSON.stringify({ error: { message: 'refused', type: 'error', code: null, param: null, ...error } }),
  )
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function listen(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
