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
