import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { listenOn, serve } from './serve.ts'

// Below the 20 s after which what holds up a stop is cut.
vi.setConfig({ testTimeout: 18_000 })

const here = { host: '127.0.0.1', port: 0 }

const rawRequest = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n'

/** Nothing is read meanwhile, while timers become due. */
function stayBusy(ms: number): void {
  const since = performance.now()
  while (performance.now() - since < ms);
}

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

it('a connection on which nothing was sent does not hold it up', async () => {
  const server = await serve(() => new Response('served'), here)
  const pooled = connect(Number(new URL(server.url).port), here.host)
  await once(pooled, 'connect')
  await Promise.all([server.stop(), once(pooled, 'close')])
})

it('it ends once the last request has ended, though its connection would be kept', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const server = await serve(() => {
    arrive()
    return answered
  }, here)
  const kept = get(server.url, new Agent({ keepAlive: true }))
  await arrived
  const stopped = server.stop()
  answer(new Response('served'))
  expect((await kept).body).toBe('served')
  await stopped
})

it('serves a request that has arrived on a kept connection and was not read yet', async () => {
  const server = await serve(() => new Response('served'), here)
  const kept = connect(Number(new URL(server.url).port), here.host)
  kept.write(rawRequest)
  await once(kept, 'data')
  kept.write(rawRequest)
  const stopped = server.stop()
  expect(await text(kept)).toContain('served')
  await stopped
})

it('serves a request on a new connection that it was too busy to read', async () => {
  const server = createServer((_incoming, outgoing) => outgoing.end('served'))
  const running = await listenOn(server, here)
  const opened = connect(Number(new URL(running.url).port), here.host)
  await Promise.all([once(server, 'connection'), once(opened, 'connect')])
  opened.write(rawRequest)
  const stopped = running.stop()
  stayBusy(200)
  expect(await text(opened)).toContain('served')
  await stopped
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
