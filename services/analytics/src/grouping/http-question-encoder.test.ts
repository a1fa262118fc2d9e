import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { httpQuestionEncoder } from './http-question-encoder.ts'

/** A part of which the process leaves that gets the first request. */
async function leaving(answer: RequestListener): Promise<string> {
  let isFirst = true
  const server = createServer((request, response) => {
    if (isFirst) request.socket.destroy()
    else answer(request, response)
    isFirst = false
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('asks other processes of the gateway and of documents when one of each leaves in the midst', async () => {
  const delegated = { passport: 'passport-of-dan', role: 'manager', departments: [] }
  const encoded = { model: 'suite', vectors: [Buffer.from(Float32Array.of(1, 0).buffer).toString('base64')] }
  const encoder = httpQuestionEncoder({
    gatewayUrl: await leaving((_, response) => response.end(JSON.stringify(delegated))),
    documentsUrl: await leaving((_, response) => response.end(JSON.stringify(encoded))),
    secret: 'secret-of-analytics',
  })
  const { signal } = new AbortController()
  const asked = { organizationId: 1, questions: ['By when?'], askerIds: ['dan'], signal }
  expect(await encoder.encode(asked)).toEqual({ model: 'suite', vectors: [Float32Array.of(1, 0)] })
})
