import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { createLogger } from '@portal/service-kit/logger'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { openSocket, rawRequest, readUntil } from '../../test/raw-request.ts'
import { openListener } from '../ingress/open-listener.ts'
import { heldPace, type RequestLimits } from '../ingress/public-routes.ts'
import { sendError } from '../responses/send-error.ts'
import { HeldBodies } from './held-bodies.ts'

const limits: RequestLimits = { bodyMaxBytes: 1000, deadlineMs: 1000, ...heldPace }

/** A listener that holds bodies of at most `bytesMax` together and answers with their length. */
async function holding(bytesMax: number, own: Partial<RequestLimits> = {}) {
  const bodies = new HeldBodies(bytesMax)
  const logger = createLogger({ service: 'gateway', level: 'silent' })
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    connections: { inAll: 1000, perAddress: null },
    onRequest: (incoming, outgoing) => {
      const fail = (error: unknown) =>
        sendError(error, { incoming, outgoing, requestId: 'test', headers: {}, logger })
      bodies
        .read({ incoming, outgoing }, { ...limits, ...own })
        .then((body) => outgoing.end(`got ${body?.length ?? 'none'}`), fail)
    },
  })
  return { bodies, port: listener.port, [Symbol.asyncDispose]: () => listener.stop(0) }
}

const head = (length: number) => `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`

async function send(port: number, text: string): Promise<Socket> {
  const socket = await openSocket(port)
  socket.write(text)
  return socket
}

it('a body is there when it is complete, and its memory is free after the response', async () => {
  await using front = await holding(10_000)
  const socket = await send(front.port, `${head(10)}01234`)
  await eventually(() => expect(front.bodies.bytes).toBe(5))
  socket.write('56789')
  expect(await readUntil(socket, 'got')).toContain('got 10')
  await eventually(() => expect(front.bodies.bytes).toBe(0))
})

it('when the memory is used up, the body that has been arriving for the longest is refused', async () => {
  await using front = await holding(1000)
  const oldest = await send(front.port, head(900) + 'x'.repeat(600))
  await eventually(() => expect(front.bodies.bytes).toBe(600))
  const refusal = readUntil(oldest, '}')
  expect(await rawRequest(front.port, head(500) + 'x'.repeat(500), 'got')).toContain('got 500')
  expect(await refusal).toMatch(/503 Service Unavailable[\s\S]*retry-after: 1[\s\S]*very busy/i)
  await eventually(() => expect(front.bodies.bytes).toBe(0))
})

it('a body above the limit is refused without waiting for its end', async () => {
  await using front = await holding(10_000)
  const chunked = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n'
  const answer = await rawRequest(front.port, `${chunked}7d0\r\n${'x'.repeat(2000)}`, '}')
  expect(answer).toContain('413 Payload Too Large')
  expect(front.bodies.bytes).toBe(0)
})

it.each([
  ['pauses', { idleMs: 600 }, 'stopped arriving'],
  ['trickles', { graceMs: 600, bytesPerSecondMin: 500 }, 'too slowly'],
  ['takes too long', { totalMs: 600 }, 'too slowly'],
])('a body that %s is refused, and leaves nothing behind', async (_, own, reason) => {
  await using front = await holding(10_000, own)
  const socket = await send(front.port, `${head(1000)}some`)
  expect(await readUntil(socket, '}')).toContain(reason)
  await eventually(() => expect(front.bodies.bytes).toBe(0))
})

it('a client that leaves in the middle leaves nothing behind', async () => {
  await using front = await holding(10_000)
  const socket = await send(front.port, `${head(1000)}some`)
  await eventually(() => expect(front.bodies.bytes).toBe(4))
  socket.destroy()
  await once(socket, 'close')
  await eventually(() => expect(front.bodies.bytes).toBe(0))
})

it.each([
  ['complete', 300_000, 'a body'],
  ['refused', 250_000, 'a refusal'],
])(
  'the chunks of a body that is %s are given back at once: none is left to garbage collection',
  async (_, bodyMaxBytes, end) => {
    const incoming = Object.assign(new PassThrough(), { method: 'POST', headers: { 'content-length': '1' } })
    const chunks = [1, 2, 3].map((fill) => Buffer.from(new ArrayBuffer(100_000)).fill(fill))
    const [all, outgoing] = [Buffer.concat(chunks), new PassThrough()]
    // Safe: all that is read of a request and of a response.
    const request = { incoming, outgoing } as unknown as Parameters<HeldBodies['read']>[0]
    const read = new HeldBodies().read(request, { ...limits, bodyMaxBytes }).then(
      (body) => (body?.equals(all) ? 'a body' : 'another body'),
      () => 'a refusal',
    )
    for (const chunk of chunks) incoming.emit('data', chunk)
    incoming.emit('end')
    expect(await read).toBe(end)
    expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0])
  },
)
