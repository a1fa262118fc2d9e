import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openBareProxy } from '../../test/bare-proxy.ts'
import { eventually } from '../../test/eventually.ts'
import { json, startFixedService } from '../../test/fixed-service.ts'
import { openSocket, rawRequest, readUntil } from '../../test/raw-request.ts'
import { streamedBody } from '../../test/streamed-body.ts'

const head = (length: number, path = '/x') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

it('passes an answer on while it is still being written', async () => {
  await using service = await startFixedService((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/plain' })
    outgoing.write('first')
  })
  await using proxy = await openBareProxy(service.url)
  const response = await fetch(proxy.url)
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first')
  await reader?.cancel()
})

it('passes a body on while it is still arriving', async () => {
  const arrived = Promise.withResolvers<string>()
  await using service = await startFixedService((incoming) => {
    incoming.once('data', (chunk: Buffer) => arrived.resolve(chunk.toString()))
  })
  await using proxy = await openBareProxy(service.url, { limits: { idleMs: 5000 } })
  const socket = await openSocket(proxy.port)
  socket.write(`${head(100)}first`)
  expect(await arrived.promise).toBe('first')
  socket.destroy()
})

it('a client that leaves cancels the upstream request', async () => {
  await using service = await startFixedService(() => undefined)
  await using proxy = await openBareProxy(service.url, { limits: { deadlineMs: 60_000 } })
  const leaving = new AbortController()
  const request = fetch(proxy.url, { signal: leaving.signal })
  await eventually(() => expect(service.open.size).toBe(1))
  leaving.abort()
  await expect(request).rejects.toThrow('aborted')
  await eventually(() => expect(service.open.size).toBe(0))
})

it('a client that leaves in the middle of its upload cancels the upstream request', async () => {
  await using service = await startFixedService(() => undefined)
  await using proxy = await openBareProxy(service.url, { limits: { idleMs: 60_000 } })
  const socket = await openSocket(proxy.port)
  socket.write(`${head(1000)}some`)
  await eventually(() => expect(service.open.size).toBe(1))
  socket.destroy()
  await eventually(() => expect(service.open.size).toBe(0))
})

it.each([
  ['without a body', {}],
  ['with a body', { method: 'POST', body: 'x' }],
])(
  'an upstream that does not answer a request %s in time gives 504, and its request is cancelled, not repeated',
  async (_, init) => {
    await using service = await startFixedService((incoming) => void incoming.resume())
    await using proxy = await openBareProxy(service.url)
    const response = await fetch(proxy.url, init)
    expect(response.status).toBe(504)
    expect(await response.json()).toMatchObject({ code: 'deadline_exceeded', requestId: 'test' })
    await eventually(() => expect(service.open.size).toBe(0))
    expect(service.arrived).toHaveLength(1)
  },
)

it('a second try has only what the first left of the deadline', async () => {
  const [firstMs, deadlineMs] = [1500, 3000]
  let isFirst = true
  await using service = await startFixedService((incoming) => {
    if (isFirst) setTimeout(() => incoming.socket.destroy(), firstMs)
    isFirst = false
  })
  await using proxy = await openBareProxy(service.url, { limits: { deadlineMs } })
  const since = performance.now()
  expect((await fetch(proxy.url)).status).toBe(504)
  expect(service.arrived).toHaveLength(2)
  expect(performance.now() - since).toBeLessThan(firstMs + deadlineMs)
})

it('the deadline counts from the end of the body: a slow upload is not cut', async () => {
  await using service = await startFixedService((incoming, outgoing) => {
    incoming.resume().on('end', () => json(outgoing, { ok: true }))
  })
  await using proxy = await openBareProxy(service.url, { limits: { deadlineMs: 2000, idleMs: 30_000 } })
  // The pauses are the client's slowness, which is what this is about: longer than the deadline in
  // all.
  const parts = async function* () {
    for (let part = 0; part < 5; part += 1) {
      await pause(500)
      yield Buffer.from('part')
    }
  }
  const response = await fetch(proxy.url, streamedBody(parts()))
  expect(response.status).toBe(200)
})

it('a body that stops arriving is refused and releases the upstream', async () => {
  await using service = await startFixedService(() => undefined)
  await using proxy = await openBareProxy(service.url)
  const socket = await openSocket(proxy.port)
  socket.write(`${head(1000)}some`)
  const answer = await readUntil(socket, '}')
  expect(answer).toContain('400 Bad Request')
  expect(answer).toContain('stopped arriving')
  await eventually(() => expect(service.open.size).toBe(0))
})

it('a declared length above the limit is refused before a byte of it is read', async () => {
  await using service = await startFixedService()
  await using proxy = await openBareProxy(service.url)
  const answer = await rawRequest(proxy.port, head(1024 * 1024 + 1), '}')
  expect(answer).toContain('413 Payload Too Large')
  expect(service.arrived).toHaveLength(0)
})

it('a body without a length is cut at the limit, and the client reads the refusal', async () => {
  await using service = await startFixedService((incoming) => void incoming.resume())
  await using proxy = await openBareProxy(service.url)
  const parts = Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024))
  const response = await fetch(proxy.url, streamedBody(parts))
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'payload_too_large' })
})

it('a GET with a body is refused', async () => {
  await using service = await startFixedService()
  await using proxy = await openBareProxy(service.url)
  const answer = await rawRequest(proxy.port, 'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}', '}')
  expect(answer).toContain('400 Bad Request')
  expect(service.arrived).toHaveLength(0)
})

it('an answer that breaks off is cut, never completed', async () => {
  await using service = await startFixedService((_, outgoing) => {
    outgoing.writeHead(200, { 'content-length': '100' })
    outgoing.write('half')
    setImmediate(() => outgoing.destroy())
  })
  await using proxy = await openBareProxy(service.url)
  const response = await fetch(proxy.url)
  await expect(response.text()).rejects.toThrow()
})

it('an answer that comes before the upload has ended reaches the client, which may send the rest on a connection that ends with it', async () => {
  await using service = await startFixedService((incoming, outgoing) => {
    const headers = incoming.method === 'POST' ? { connection: 'close' } : {}
    json(outgoing, { code: 'forbidden' }, { status: 403, headers })
  })
  await using proxy = await openBareProxy(service.url, { limits: { idleMs: 5000 } })
  const socket = await openSocket(proxy.port)
  socket.write(`${head(200_000)}${'x'.repeat(100_000)}`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/403 Forbidden[\s\S]*connection: close/i)
  const closed = once(socket, 'close')
  socket.write('x'.repeat(100_000))
  const [hadError] = (await closed) as [boolean]
  expect(hadError).toBe(false)
})

it('a GET whose connection breaks is tried once more; a POST is not', async () => {
  let cut = true
  await using service = await startFixedService((incoming, outgoing) => {
    incoming.resume()
    if (cut) incoming.socket.destroy()
    else json(outgoing, { ok: true })
    cut = false
  })
  await using proxy = await openBareProxy(service.url)
  expect((await fetch(proxy.url)).status).toBe(200)
  expect(service.arrived).toHaveLength(2)
  cut = true
  const refused = await fetch(proxy.url, { method: 'POST', body: 'x' })
  expect(refused.status).toBe(503)
  expect(service.arrived).toHaveLength(3)
})

it('an upload that no process has got is sent again, whole and once, as soon as one listens', async () => {
  await using service = await startFixedService(async (incoming, outgoing) => {
    json(outgoing, { got: Buffer.concat(await incoming.toArray()).toString() })
  })
  await using proxy = await openBareProxy(service.url)
  await service.stop()
  const refused = once(proxy.upstream.pool, 'connectionError')
  const answer = fetch(proxy.url, { method: 'POST', body: 'the whole of it' })
  await refused
  await service.listen()
  expect(await (await answer).json()).toEqual({ got: 'the whole of it' })
  expect(service.arrived).toHaveLength(1)
})

it('however many find the process gone that is just replaced, all are served by its successor', async () => {
  await using service = await startFixedService()
  await using proxy = await openBareProxy(service.url)
  await service.stop()
  let refused = 0
  proxy.upstream.pool.on('connectionError', () => {
    refused += 1
  })
  const answers = Array.from({ length: 40 }, () => fetch(proxy.url))
  await eventually(() => expect(refused).toBeGreaterThan(20))
  await service.listen()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).toEqual(Array(40).fill(200))
  expect(service.arrived).toHaveLength(40)
})

it('a dead upstream is asked at most 1.2 times as often as a living one, then not at all, and 503 comes at once', async () => {
  await using service = await startFixedService((incoming) => void incoming.socket.destroy())
  // The breaker's clock stands still: however slow the machine is, no probe's time comes.
  await using proxy = await openBareProxy(service.url, { now: () => 1, limits: { deadlineMs: 30_000 } })
  const statuses: number[] = []
  for (let request = 0; request < 100; request += 1) statuses.push((await fetch(proxy.url)).status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(service.arrived.length).toBeLessThanOrEqual(120)
  const asked = service.arrived.length
  const tookMs: number[] = []
  for (let request = 0; request < 20; request += 1) {
    const since = performance.now()
    const response = await fetch(proxy.url)
    tookMs.push(performance.now() - since)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  // What the portal waits for, every request would: the fastest is the one that the machine kept
  // waiting least.
  expect(Math.min(...tookMs)).toBeLessThan(50)
  expect(service.arrived).toHaveLength(asked)
})

it('an upstream that comes back serves again without a restart', async () => {
  await using service = await startFixedService()
  await using proxy = await openBareProxy(service.url)
  await service.stop()
  for (let request = 0; request < 10; request += 1) expect((await fetch(proxy.url)).status).toBe(503)
  await service.listen()
  await eventually(async () => expect((await fetch(proxy.url)).status).toBe(200))
})

it('one upstream that hangs takes no more than its share of connections', async () => {
  await using service = await startFixedService(() => undefined)
  await using proxy = await openBareProxy(service.url, { concurrency: 2, limits: { deadlineMs: 5000 } })
  const leaving = new AbortController()
  const waiting = [1, 2].map(() => fetch(proxy.url, { signal: leaving.signal }).catch(() => 'left'))
  await eventually(() => expect(service.open.size).toBe(2))
  const response = await fetch(proxy.url)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
  leaving.abort()
  await Promise.all(waiting)
})

it('open streams take slots of their own, which no request waits for, and give them back when they end or are left', async () => {
  const streams: ServerResponse[] = []
  await using service = await startFixedService((incoming, outgoing) => {
    if (incoming.url !== '/stream') return json(outgoing, {})
    streams.push(outgoing)
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
  })
  await using proxy = await openBareProxy(service.url, { concurrency: 1, streams: 2 })
  const leaving = new AbortController()
  const open = (signal?: AbortSignal) => fetch(`${proxy.url}/stream`, signal ? { signal } : {})
  const left = await open(leaving.signal)
  const ended = await open()
  expect([left.status, ended.status]).toEqual([200, 200])
  const refused = await open()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await fetch(proxy.url)).status).toBe(200)
  leaving.abort()
  const third = await eventually(async () => {
    const again = await open()
    expect(again.status).toBe(200)
    return again
  })
  streams[1]?.end()
  await ended.text()
  expect((await open()).status).toBe(200)
  await third.body?.cancel()
})

it('a stream is open as long as anything comes, if only comments, and is cut when nothing does', async () => {
  await using service = await startFixedService(async (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let beat = 0; beat < 8; beat += 1) {
      outgoing.write(': beat\n\n')
      await pause(300)
    }
  })
  // A silent upstream is cut after a second.
  await using proxy = await openBareProxy(service.url)
  const response = await fetch(`${proxy.url}/stream`)
  let text = ''
  const read = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  }
  await expect(read()).rejects.toThrow()
  expect(text).toBe(': beat\n\n'.repeat(8))
})
