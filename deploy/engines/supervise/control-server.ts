import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { SupervisedEngine } from './supervised-engine.ts'

export interface ControlServerOptions {
  readonly engines: ReadonlyMap<string, SupervisedEngine>
  /** Expected as a bearer token. */
  readonly secret: string
  /** Called on an order to end. */
  readonly end: () => void
  /** Once true, requests are refused, so that clients look for another supervisor. */
  readonly isEnding: () => boolean
}

const verbs = ['kill', 'pause', 'resume', 'stop', 'start'] as const

/**
 * Serves `GET /status`, `POST /end` and `POST /<engine>/<verb>`, which responds when done. Listens
 * on loopback and requires the secret. Resolves to its URL.
 */
export async function openControlServer(options: ControlServerOptions): Promise<string> {
  const server = createServer((request, response) => {
    answer(request, options).then(
      ({ status, body }) => respond(response, status, body),
      (error: unknown) => respond(response, 500, error instanceof Error ? error.message : String(error)),
    )
  })
  // A start may include an installation of minutes; timeouts are up to the client.
  server.requestTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a numbered port.')
  return `http://127.0.0.1:${address.port}`
}

async function answer(
  request: IncomingMessage,
  { engines, secret, end, isEnding }: ControlServerOptions,
): Promise<{ status: number; body: string }> {
  if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return { status: 401, body: 'no' }
  if (isEnding()) return { status: 503, body: 'The engines are being stopped.' }
  const call = `${request.method} ${request.url}`
  if (call === 'GET /status') {
    return { status: 200, body: JSON.stringify([...engines.values()].map((engine) => engine.status)) }
  }
  if (call === 'POST /end') {
    end()
    return { status: 202, body: 'ending' }
  }
  const [, name = '', verbName = ''] = /^POST \/([a-z0-9]+)\/([a-z]+)$/.exec(call) ?? []
  const engine = engines.get(name)
  const verb = verbs.find((known) => known === verbName)
  if (!engine || !verb) return { status: 404, body: `There is no ${call}.` }
  await engine[verb]()
  return { status: 200, body: 'done' }
}

function respond(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body)
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
