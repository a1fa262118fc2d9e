import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentsPassageSource } from './documents-passage-source.ts'

let status = 200
let body = ''
let headers: NodeJS.Dict<string | string[]> = {}
let cuts = 0
const server = createServer((request, response) => {
  headers = request.headers
  cuts -= 1
  if (status === 0 || cuts >= 0) request.socket.destroy()
  else response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

function retrieve(signal = new AbortController().signal) {
  const { port } = server.address() as AddressInfo
  const source = documentsPassageSource(`http://127.0.0.1:${port}`)
  return source.retrieve({ passport: 'passport', requestId: 'request', signal }, 'How long?', 5)
}

it.each([0, 502, 503, 504])('a documents service that is away (%s) is search unavailable', async (away) => {
  status = away
  await expect(retrieve()).rejects.toMatchObject({ code: 'search_unavailable' })
})

it('asks another process of documents when one leaves in the midst', async () => {
  status = 200
  body = '{"passages":[]}'
  cuts = 1
  expect([...(await retrieve())]).toEqual([])
})

it.each([
  ['fails inside', 500, '{}', 'RequestError'],
  ['refuses the asker', 403, '{}', 'RequestError'],
  ['breaks the contract', 200, '{"passages":[{}]}', 'ZodError'],
])('a documents service that %s is not away', async (_, answered, text, name) => {
  status = answered
  body = text
  await expect(retrieve()).rejects.toMatchObject({ name })
})

it('an asker who leaves ends the call, which is not search unavailable', async () => {
  const reason = new Error('the asker left')
  await expect(retrieve(AbortSignal.abort(reason))).rejects.toBe(reason)
})

it('reads without an idempotency key: nothing is stored for a retry', async () => {
  status = 200
  body = '{"passages":[]}'
  expect([...(await retrieve())]).toEqual([])
  expect(headers).not.toHaveProperty('idempotency-key')
  expect(headers).toHaveProperty('x-portal-passport', 'passport')
})
