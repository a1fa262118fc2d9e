import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { readUntil } from '../../test/raw-request.ts'
import { openListener } from './open-listener.ts'

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const slowBody = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nsome'

/** A listener that responds at once, but never to `/hang`. */
async function limited(connections: { readonly inAll: number; readonly perAddress: number | null }) {
  const hanging = { count: 0 }
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    connections,
    onRequest: (incoming, outgoing) => {
      if (incoming.url === '/hang') {
        hanging.count += 1
        return
      }
      if (incoming.method === 'GET' || incoming.url === '/refuse') outgoing.end('served')
      else incoming.resume()
    },
  })
  const opened: Socket[] = []
  async function open(text = '', from = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress: from })
    opened.push(socket.on('error', () => undefined))
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  return {
    open,
    hanging,
    [Symbol.asyncDispose]: async () => {
      for (const socket of opened) socket.destroy()
      await listener.stop(0)
    },
  }
}

it.each([
  ['idle connections', ''],
  ['connections whose request never ends', 'GET / HTTP/1.1\r\n'],
  ['slow bodies', slowBody],
])('%s give way to new connections, the oldest first', async (_, text) => {
  await using front = await limited({ inAll: 20, perAddress: null })
  const slow: Socket[] = []
  for (let at = 0; at < 20; at += 1) slow.push(await front.open(text))
  for (let at = 0; at < 5; at += 1)
    expect(await readUntil(await front.open(get), 'served')).toContain('served')
  await eventually(() =>
    expect(slow.map((socket) => socket.destroyed || socket.readableEnded)).toContain(true),
  )
  expect(slow.at(-1)?.destroyed).toBe(false)
})

it('a body that arrives after its refusal makes its connection no busier than an idle one', async () => {
  await using front = await limited({ inAll: 2, perAddress: null })
  const refused = await front.open('POST /refuse HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab')
  await once(refused, 'data')
  refused.write('cd')
  await front.open('GET /hang HTTP/1.1\r\nhost: x\r\n\r\n')
  await eventually(() => expect(front.hanging.count).toBe(1))
  expect(await readUntil(await front.open(get), 'served')).toContain('served')
})

it('a running request keeps its connection; the new one is closed when none can give way', async () => {
  await using front = await limited({ inAll: 3, perAddress: null })
  const running = await Promise.all([1, 2, 3].map(() => front.open('GET /hang HTTP/1.1\r\nhost: x\r\n\r\n')))
  await eventually(() => expect(front.hanging.count).toBe(3))
  expect(await readUntil(await front.open(get))).toBe('')
  expect(running.map((socket) => socket.destroyed)).toEqual([false, false, false])
})

it('one address that uses up its connections takes none of another address', async () => {
  await using front = await limited({ inAll: 100, perAddress: 2 })
  const crowd = [
    await front.open('', '127.0.0.2'),
    await front.open('', '127.0.0.2'),
    await front.open('', '127.0.0.2'),
  ]
  const [oldest, ...others] = crowd
  await eventually(() => expect(oldest?.destroyed || oldest?.readableEnded).toBe(true))
  expect(others.map((socket) => socket.destroyed)).toEqual([false, false])
  expect(await readUntil(await front.open(get), 'served')).toContain('served')
})

it('a crowd that connects in one moment makes nobody try again', async () => {
  await using front = await limited({ inAll: 1000, perAddress: null })
  let connected = 0
  for (let at = 0; at < 900; at += 1) void front.open().then(() => (connected += 1))
  // Who has room connects in the first turns; who has none, when the kernel tries again after 1 s.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(connected).toBe(900)
})
