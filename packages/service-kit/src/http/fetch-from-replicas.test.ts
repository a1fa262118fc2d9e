import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { fetchFromReplicas } from './fetch-from-replicas.ts'

let server: Server | null = null

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

/** Listens at the port, 0 for a free one, and returns it. */
async function listen(port: number, answer: RequestListener): Promise<number> {
  server = createServer(answer).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port at which nobody listens now. */
async function freePort(): Promise<number> {
  const port = await listen(0, () => undefined)
  server?.close()
  return port
}

it.each([true, false])(
  'finds the process that comes after one that has left (mayRepeat %s)',
  async (mayRepeat) => {
    const port = await freePort()
    const asked = fetchFromReplicas({ mayRepeat })(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })
    await listen(port, (_, response) => response.end('served'))
    expect(await (await asked).text()).toBe('served')
  },
)

/** Cuts the first connection once it has a request. */
async function cutting(): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = []
  const port = await listen(0, (request, response) => {
    seen.push(request.method ?? '')
    if (seen.length === 1) request.socket.destroy()
    else response.end('served')
  })
  return { url: `http://127.0.0.1:${port}/`, seen }
}

it('asks once more what may be repeated, when its connection is cut', async () => {
  const { url, seen } = await cutting()
  const response = await fetchFromReplicas({ mayRepeat: true })(url, { method: 'POST', body: 'x' })
  expect(await response.text()).toBe('served')
  expect(seen).toEqual(['POST', 'POST'])
})

it('sends nothing twice that somebody may have got and that may not be repeated', async () => {
  const { url, seen } = await cutting()
  const sent = fetchFromReplicas({ mayRepeat: false })(url, { method: 'POST', body: 'x' })
  await expect(sent).rejects.toThrow('fetch failed')
  expect(seen).toEqual(['POST'])
})

it('gives up as soon as its request is given up', async () => {
  const given = new AbortController()
  const url = `http://127.0.0.1:${await freePort()}/`
  const asked = fetchFromReplicas({ mayRepeat: true })(url, { signal: given.signal })
  given.abort(new Error('The asker left.'))
  await expect(asked).rejects.toThrow('The asker left.')
})

it('leaves refusals to whoever asks', async () => {
  let asked = 0
  const port = await listen(0, (_, response) => {
    asked += 1
    response.writeHead(503).end()
  })
  const response = await fetchFromReplicas({ mayRepeat: true })(`http://127.0.0.1:${port}/`, {})
  expect(response.status).toBe(503)
  expect(asked).toBe(1)
})
