import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { findFreePort, findFreePorts } from './free-port.ts'

const systemsOwn = 32_768

it('a port is returned once, and the system assigns it to nobody', async () => {
  const found = [...(await Promise.all([findFreePorts(20), findFreePorts(20)])).flat(), await findFreePort()]
  expect(new Set(found).size).toBe(found.length)
  expect(Math.max(...found)).toBeLessThan(systemsOwn)
})

it('a port that somebody listens on is passed over', async () => {
  const taken = (await findFreePort()) + 1
  const server = createServer().listen(taken, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await findFreePorts(3)).not.toContain(taken)
})

it('a port found by one process is passed over by others, and not tried, until it has ended', async () => {
  const [own = 0] = await findFreePorts(1)
  await expect(reserved(own)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const theirs = own + 1
  const socket = await reserved(theirs)
  onTestFinished(() => void socket.close())
  expect(await findFreePorts(3)).not.toContain(theirs)
})

/** As another process does it. */
async function reserved(port: number) {
  const socket = createSocket('udp4')
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  await once(socket, 'listening')
  return socket
}
