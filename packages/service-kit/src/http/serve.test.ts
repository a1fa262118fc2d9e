import { Agent, createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { listenOn, serve } from './serve.ts'

const here = { host: '127.0.0.1', port: 0 }

interface Answer {
  readonly body: string
  readonly connection: string | undefined
}

async function get(url: string, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  request(url, { agent }, (response) => {
    const { connection } = response.headers
    text(response).then((body) => resolve({ body, connection }), reject)
  })
    .on('error', reject)
    .end()
  return promise
}

it('while it lingers, it answers on kept and on new connections, and asks for others', async () => {
  const server = await serve(() => new Response('served'), { ...here, lingerMs: 2000 })
  const kept = new Agent({ keepAlive: true })
  expect(await get(server.url, kept)).toEqual({ body: 'served', connection: 'keep-alive' })
  const stopped = server.stop()
  expect(await get(server.url, kept)).toEqual({ body: 'served', connection: 'close' })
  expect(await get(server.url, new Agent())).toMatchObject({ body: 'served', connection: 'close' })
  await stopped
  await expect(get(server.url, kept)).rejects.toThrow('ECONNREFUSED')
})

it('without, it closes what is idle at once', async () => {
  const server = await serve(() => new Response('served'), here)
  const kept = new Agent({ keepAlive: true })
  await get(server.url, kept)
  await server.stop()
  await expect(get(server.url, kept)).rejects.toThrow()
})

it('an idle connection is given up by who keeps it before a server that lingers closes it', async () => {
  const server = createServer((_incoming, outgoing) => outgoing.end('served'))
  const givenUp = new Promise<string>((resolve) => {
    server.on('connection', (socket) => socket.on('end', () => resolve('given up')))
  })
  const running = await listenOn(server, { ...here, lingerMs: 3000 })
  expect(await (await fetch(running.url)).text()).toBe('served')
  const stopped = running.stop()
  expect(await Promise.race([givenUp, stopped.then(() => 'closed')])).toBe('given up')
  await stopped
})
