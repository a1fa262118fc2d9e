import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { answerChat, ChatRequest, WireError } from './answer-chat.ts'
import { loadLocalModel } from './local-model.ts'

// Serves `/v1/models` and `/v1/chat/completions`, whole or streamed, of the one model.
const options = Object.fromEntries(
  ['name', 'programs', 'weights', 'port'].map((name) => [name, { type: 'string', default: '' } as const]),
)
const { name = '', programs = '', weights = '', port } = parseArgs({ options }).values
const key = process.env.MODEL_KEY ?? ''
const model = await loadLocalModel(programs, weights)
createServer((request, response) => {
  answer(request, response).catch((error: unknown) => refuse(response, error))
}).listen(Number(port), '127.0.0.1')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers.authorization !== `Bearer ${key}`)
    throw new WireError(401, 'invalid_api_key', 'Incorrect API key provided.')
  const call = `${request.method} ${request.url}`
  if (call === 'GET /v1/models') {
    const data = [{ id: name, object: 'model', created: 0, owned_by: 'local' }]
    respond(response, 200, { object: 'list', data })
  } else if (call === 'POST /v1/chat/completions') {
    await answerChat({ chat: await readChat(request), model, response, id: `chatcmpl-${randomUUID()}` })
  } else throw new WireError(404, 'unknown_url', `Unknown request URL: ${call}.`)
}

async function readChat(request: IncomingMessage): Promise<ChatRequest> {
  const body = await text(request)
  try {
    const chat = ChatRequest.parse(JSON.parse(body))
    if (chat.model === name) return chat
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : 'The body is no JSON.'
    throw new WireError(400, 'invalid_request', why)
  }
  throw new WireError(404, 'model_not_found', 'The model does not exist.')
}

function refuse(response: ServerResponse, error: unknown): void {
  // Once the stream has started, dropping the connection is the only way to signal the error.
  if (response.headersSent) return void response.destroy()
  const { status, code, message } =
    error instanceof WireError ? error : new WireError(500, 'server_error', String(error))
  respond(response, status, { error: { message, type: 'invalid_request_error', param: null, code } })
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
