import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { readUntil } from '../../test/raw-request.ts'
import { RefusedBodies } from './refused-bodies.ts'

/** A server that refuses every request before it has read its body. */
async function refusing() {
  const refused = new RefusedBodies()
  const received: Socket[] = []
  const server = createServer((incoming, outgoing) => {
    received.push(incoming.socket)
    outgoing.prependListener('finish', () => refused.take(incoming))
    outgoing.writeHead(413).end('too large')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const opened: Socket[] = []
  return {
    bytesRead: () => received.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    send: async (bytes: number) => {
      const socket = connect({ port, host: '127.0.0.1' })
      opened.push(socket.on('error', () => undefined))
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`)
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

it('a refused body is read to its end, so that its sender reads the refusal', async () => {
  await using server = await refusing()
  await server.send(1_000_000)
  await eventually(() => expect(server.bytesRead()).toBeGreaterThan(1_000_000))
})

it('many refused bodies are read slowly, all together', async () => {
  await using server = await refusing()
  await Promise.all(Array.from({ length: 20 }, () => server.send(10_000_000)))
  const [before, since] = [server.bytesRead(), performance.now()]
  await eventually(() => expect(server.bytesRead() - before).toBeGreaterThan(4_000_000))
  const perSecond = ((server.bytesRead() - before) * 1000) / (performance.now() - since)
  expect(perSecond).toBeLessThan(30_000_000)
})
