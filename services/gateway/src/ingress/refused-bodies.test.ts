import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { readUntil } from '../../test/raw-request.ts'
import { RefusedBodies, sentBy } from './refused-bodies.ts'

/** A server that refuses every body before it has read it, by default at once. */
async function refusing(atTurn: (incoming: IncomingMessage) => Promise<unknown> | null = () => null) {
  const refused = new RefusedBodies()
  const received: (readonly [path: string | undefined, socket: Socket])[] = []
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.method === 'GET') return void outgoing.end()
    received.push([incoming.url, incoming.socket])
    sentBy(incoming.url === '/honest' ? 'somebody' : 'crowd', incoming)
    outgoing.prependListener('finish', () => refused.take(incoming))
    const turn = atTurn(incoming)
    if (turn) await turn
    outgoing.shouldKeepAlive = incoming.url !== '/last'
    outgoing.writeHead(413).end('too large')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const opened: Socket[] = []
  return {
    url: `http://127.0.0.1:${port}`,
    bytesRead: (of = '/') =>
      received.reduce((sum, [path, { bytesRead }]) => sum + (path === of ? bytesRead : 0), 0),
    send: async (bytes: number, path = '/') => {
      const socket = connect({ port, host: '127.0.0.1' })
      opened.push(socket.on('error', () => undefined))
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`)
      socket.write(Buffer.alloc(bytes))
      expect(await readUntil(socket, 'too large')).toContain('too large')
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of opened) socket.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

it.each(['/', '/last'])(
  'a refused body is read to its end, so that its sender reads the refusal (%s)',
  async (path) => {
    await using server = await refusing()
    await server.send(1_000_000, path)
    await eventually(() => expect(server.bytesRead(path)).toBeGreaterThan(1_000_000))
  },
)

it('many refused bodies are read slowly, all together', async () => {
  await using server = await refusing()
  await Promise.all(Array.from({ length: 20 }, () => server.send(10_000_000)))
  const [before, since] = [server.bytesRead(), performance.now()]
  await eventually(() => expect(server.bytesRead() - before).toBeGreaterThan(4_000_000))
  const perSecond = ((server.bytesRead() - before) * 1000) / (performance.now() - since)
  expect(perSecond).toBeLessThan(30_000_000)
})

it('of a crowd and somebody else, half of what is read is of the other', async () => {
  await using server = await refusing()
  await Promise.all(Array.from({ length: 20 }, () => server.send(10_000_000)))
  const before = server.bytesRead()
  await server.send(1_500_000, '/honest')
  await eventually(() => expect(server.bytesRead('/honest')).toBeGreaterThan(1_500_000))
  // Read in one queue, twenty times as much of the crowd's would have been.
  expect(server.bytesRead() - before).toBeLessThan(4_000_000)
})

it('a body that waited for its turn and is refused is read no faster', async () => {
  const bufferIsFull = ({ readableLength, readableHighWaterMark }: IncomingMessage) =>
    expect(readableLength).toBeGreaterThanOrEqual(readableHighWaterMark)
  await using server = await refusing((incoming) => eventually(() => bufferIsFull(incoming)))
  // Without its pace nothing is read, but by Node itself.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await server.send(10_000_000)
  for (let turn = 0; turn < 100; turn += 1) await (await fetch(server.url)).text()
  expect(server.bytesRead()).toBeLessThan(500_000)
})
