import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { json, startFixedService } from '../../test/fixed-service.ts'
import { streamedBody } from '../../test/streamed-body.ts'

const uploads = 50
const megabyte = 1024 * 1024
const tenMegabytes = Array.from({ length: 160 }, () => Buffer.alloc(64 * 1024, 'x'))

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
  const child = fork(fileURLToPath(new URL('../../test/proxy-process.ts', import.meta.url)), [service.url], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  })
  const { port } = await ask<{ port: number }>(child)
  const heldNow = async () => (await ask<{ held: number }>(child, 'memory')).held / megabyte

  /** Megabytes that the proxy holds while all uploads wait midway, and bytes that arrived. */
  async function round(): Promise<{ held: number; received: number }> {
    let received = 0
    const sent = Array.from({ length: uploads }, () =>
      fetch(`http://127.0.0.1:${port}`, streamedBody(tenMegabytes)),
    )
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
