import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { rawRequest } from '../../test/raw-request.ts'
import { openListener } from './open-listener.ts'

it('while it lingers it serves on, and asks proxies for other connections', async () => {
  const listener = await openListener({
    ...{ host: '127.0.0.1', port: 0, connections: { inAll: 10, perAddress: null } },
    onRequest: (_incoming, outgoing) => outgoing.end('served'),
  })
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${listener.port}`)
    return { body: await response.text(), connection: response.headers.get('connection') }
  }
  expect(await ask()).toEqual({ body: 'served', connection: 'keep-alive' })
  const stopped = listener.stop(5000, 2000)
  expect(await ask()).toEqual({ body: 'served', connection: 'close' })
  await stopped
  await expect(ask()).rejects.toThrow('fetch failed')
})

it.each([
  { when: 'is refused before it was read', status: 413, connection: 'close', answers: 1 },
  { when: 'was read', status: 200, connection: 'keep-alive', answers: 2 },
])(
  'a long body that $when: $connection, since what is sent behind the rest of one could be lost',
  async (asked) => {
    const listener = await openListener({
      ...{ host: '127.0.0.1', port: 0, connections: { inAll: 10, perAddress: null } },
      onRequest: async (incoming, outgoing) => {
        if (incoming.url === '/200') await text(incoming)
        outgoing.writeHead(incoming.method === 'GET' ? 204 : Number(incoming.url?.slice(1))).end()
      },
    })
    const bytes = 2_000_000
    const long = `POST /${asked.status} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`
    const answer = await rawRequest(listener.port, `${long}GET / HTTP/1.1\r\nhost: x\r\n\r\n`, 'HTTP/1.1 204')
    expect(answer).toContain(`HTTP/1.1 ${asked.status}`)
    expect(answer.toLowerCase()).toContain(`connection: ${asked.connection}`)
    expect(answer.split('HTTP/1.1 ')).toHaveLength(1 + asked.answers)
    await listener.stop(0)
  },
)
