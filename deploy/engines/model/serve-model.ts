import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { answerChat, ChatRequest } from './answer-chat.ts'
import type { LocalModel } from './local-model.ts'
import { modelName } from './model-name.ts'
import { WireError } from './wire-error.ts'

export interface ModelServer {
  readonly port: number
  readonly key: string
}

/** Serves `/v1/models` and `/v1/chat/completions`, whole or streamed. */
export async function serveModel(model: LocalModel, { port, key }: ModelServer): Promise<void> {
  const server = createServer((request, response) => {
    answer({ request, response, model, key }).catch((error: unknown) => refuse(response, error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly model: LocalModel
  readonly key: string
}

async function answer({ request, response, model, key }: Call): Promise<void> {
  if (request.headers.authorization !== `Bearer ${key}`)
    throw new WireError(401, 'invalid_api_key', 'Incorrect API key provided.')
  const call = `${request.method} ${request.url}`
  if (call === 'GET /v1/models') {
    const models = [{ id: modelName, object: 'model', created: 0, owned_by: 'local' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ object: 'list', data: models }))
  } else if (call === 'POST /v1/chat/completions') {
    await answerChat({ chat: await readChat(request), model, response, id: `chatcmpl-${randomUUID()}` })
  } else throw new WireError(404, 'unknown_url', `Unknown request URL: ${call}.`)
}

async function readChat(request: IncomingMessage): Promise<ChatRequest> {
  const body = await text(request)
  try {
    const chat = ChatRequest.parse(JSON.parse(body))
    if (chat.model === modelName) return chat
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : 'The body is no JSON.'
    throw new WireError(400, 'invalid_request', why)
  }
  throw new WireError(404, 'model_not_found', 'The model does not exist.')
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    // The stream has started: dropping the connection is the only way to signal the error.
    response.destroy()
    return
  }
  const { status, code, message } =
    error instanceof WireError ? error : new WireError(500, 'server_error', String(error))
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } }))
}
