import { type ChildProcess, fork } from 'node:child_process'
import { createHash, hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { json, startFixedService } from '../../test/fixed-service.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { streamedBody } from '../../test/streamed-body.ts'

const uploads = 50
const megabyte = 1024 * 1024
const tenMegabytes = Array.from({ length: 160 }, () => Buffer.alloc(64 * 1024, 'x'))

/** Where a proxy in front of the service listens, and its process. */
async function startProxy(serviceUrl: string, ...flags: readonly string[]) {
  const program = fileURLToPath(new URL('../../test/proxy-process.ts', import.meta.url))
  const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning', ...flags]
  const child = fork(program, [serviceUrl], { execArgv })
  const { port } = await ask<{ port: number }>(child)
  return { child, url: `http://127.0.0.1:${port}` }
}

async function ask<Answer>(child: ChildProcess, question?: string): Promise<Answer> {
  const answer = once(child, 'message')
  if (question) child.send(question)
  const [message] = (await answer) as [Answer]
  return message
}

it('fifty uploads of 10 MB at once, into a service that does not read them yet, stay where they are: nothing is held here', async () => {
  const paused: IncomingMessage[] = []
  await using service = await startFixedService((incoming, outgoing) => {
    paused.push(incoming)
    incoming.on('end', () => json(outgoing, {}))
  })
  const { child, url } = await startProxy(service.url)
  const heldNow = async () => (await ask<{ held: number }>(child, 'memory')).held / megabyte

  /** Megabytes that the proxy holds while all uploads wait midway, and bytes that arrived. */
  async function round(): Promise<{ held: number; received: number }> {
    let received = 0
    const sent = Array.from({ length: uploads }, () => fetch(url, streamedBody(tenMegabytes)))
    await eventually(() => expect(paused).toHaveLength(uploads))
    const held = await heldNow()
    for (const incoming of paused.splice(0)) {
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
    }
    expect((await Promise.all(sent)).map((response) => response.status)).toEqual(Array(uploads).fill(200))
    return { held, received }
  }

  const before = await heldNow()
  for (let rounds = 0; rounds < 3; rounds += 1) {
    const { held, received } = await round()
    expect(received).toBe(uploads * 10 * megabyte)
    expect(held - before).toBeLessThan(128)
  }
  // 500 MB went through in each; what is in transit at the end is not what was held.
  expect((await heldNow()) - before).toBeLessThan(128)
  child.disconnect()
}, 240_000)

/** Collects nothing by itself while a few tens of megabytes pass. */
const lazily = ['--min-semi-space-size=64', '--max-semi-space-size=64']

it('an upload arrives as it was sent, and its chunks are given back as they pass: none is left to garbage collection', async () => {
  // Pauses, during which the proxy's connection waits in the middle of a chunk.
  await using service = await startFixedService(async (incoming, outgoing) => {
    const sha256 = createHash('sha256')
    for await (const chunk of incoming) {
      sha256.update(chunk)
      await nextTurn()
    }
    json(outgoing, { sha256: sha256.digest('hex') })
  })
  const { child, url } = await startProxy(service.url, ...lazily)
  const bytes = randomBytes(10 * megabyte)
  const sent = { method: 'POST', body: bytes }
  await ask(child, 'memory')
  for (let count = 0; count < 3; count += 1)
    expect(await (await fetch(url, sent)).json()).toEqual({ sha256: hash('sha256', bytes) })
  const { uncollected } = await ask<{ uncollected: number }>(child, 'memory')
  expect(uncollected).toBeLessThan(10 * megabyte)
  child.disconnect()
}, 240_000)

it('the rest of a refused body is given back as it is read', async () => {
  await using service = await startFixedService()
  const { child, url } = await startProxy(service.url, ...lazily)
  const refused = `GET / HTTP/1.1\r\nhost: x\r\ncontent-length: ${4 * megabyte}\r\n\r\n`
  await ask(child, 'memory')
  for (let count = 0; count < 5; count += 1) {
    // Until the connection ends, once all of the body has been read.
    const sent = `${refused}${'x'.repeat(4 * megabyte)}`
    expect(await rawRequest(Number(new URL(url).port), sent)).toContain('HTTP/1.1 400')
  }
  const { uncollected } = await ask<{ uncollected: number }>(child, 'memory')
  expect(uncollected).toBeLessThan(10 * megabyte)
  child.disconnect()
}, 240_000)
