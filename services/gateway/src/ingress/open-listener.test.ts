import { expect, it } from 'vitest'
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
