import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { passportHeader } from '@portal/contracts/passport'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface State {
  /** Bytes of buffers before garbage was collected for this answer. */
  readonly uncollected: number
  readonly resident: number
  readonly peak: number
  readonly received: number
  readonly logged: readonly string[]
}

const megabyte = 1024 * 1024
const fileBytes = 10 * megabyte
const boundary = '-----------------portal-boundary'
const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const content = Buffer.concat([Buffer.from(head), Buffer.alloc(fileBytes, 'x'), Buffer.from(tail)])

let spoolFolder: string
let child: ChildProcess
let url: string
beforeEach(async () => {
  spoolFolder = await mkdtemp(join(tmpdir(), 'spool-'))
  await start()
})
afterEach(async () => {
  child.kill()
  await rm(spoolFolder, { recursive: true })
})

async function start(...flags: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL('./uploads-process.fixture.ts', import.meta.url))
  const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning', ...flags]
  child = fork(program, [spoolFolder], { execArgv })
  url = (await next<{ url: string }>()).url
}

async function next<Message>(): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message]
  return message
}

function state(): Promise<State> {
  const answer = next<State>()
  child.send('state')
  return answer
}

interface Held {
  readonly sent: ClientRequest
  readonly status: Promise<number>
  finish(): Promise<number>
}

/** An upload of ten megabytes without its last byte, or with this much of it. */
function hold(person: string, length = content.length - 1): Held {
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': content.length,
    [passportHeader]: person,
  }
  const sent = request(`${url}/upload`, { method: 'POST', agent: false, headers })
  const status = once(sent, 'response').then(([response]) => response.resume().statusCode as number)
  status.catch(() => undefined)
  sent.write(content.subarray(0, length))
  return {
    sent,
    status,
    finish: () => {
      sent.end(content.subarray(length))
      return status
    },
  }
}

const arrived = (count: number) =>
  vi.waitFor(
    async () => expect((await state()).received).toBeGreaterThan(count * (content.length - megabyte / 64)),
    { timeout: 60_000, interval: 100 },
  )

it('sixty uploads held one byte before their end take less than a sixth of their size in memory, and all of them succeed', async () => {
  // What the first round teaches the allocator is not what is held.
  expect(await hold('first').finish()).toBe(200)
  const before = await state()
  const held = Array.from({ length: 60 }, (_, index) => hold(`person-${index % 15}`))
  await arrived(61)
  const during = await state()
  console.info(`held: ${Math.round((during.resident - before.resident) / megabyte)} MB more`)
  expect(during.resident - before.resident).toBeLessThan(10 * fileBytes)
  expect(await readdir(spoolFolder)).toEqual([])
  // As many at once as have a place in memory: a slow machine refuses who waits for one too long.
  for (let at = 0; at < held.length; at += 6) {
    const statuses = await Promise.all(held.slice(at, at + 6).map((upload) => upload.finish()))
    expect(statuses).toEqual(Array(6).fill(200))
  }
  const { peak } = await state()
  console.info(`peak: ${Math.round((peak - before.resident) / megabyte)} MB more`)
  expect(peak - before.resident).toBeLessThan(400 * megabyte)
}, 240_000)

it('three uploads leave not one of them to garbage collection', async () => {
  child.kill()
  // Nothing is collected meanwhile unless it is asked for.
  await start('--min-semi-space-size=64', '--max-semi-space-size=64')
  await state()
  for (let count = 0; count < 3; count += 1) expect(await hold('p').finish()).toBe(200)
  expect((await state()).uncollected).toBeLessThan(fileBytes)
}, 60_000)

it('twenty texts of a megabyte leave not four of them to garbage collection', async () => {
  child.kill()
  await start('--min-semi-space-size=64', '--max-semi-space-size=64')
  await state()
  const characters = megabyte - 100
  const headers = { 'content-type': 'application/json', [passportHeader]: 'p' }
  const sent = { method: 'POST', headers, body: JSON.stringify({ text: 'x'.repeat(characters) }) }
  for (let count = 0; count < 20; count += 1)
    expect(await (await fetch(`${url}/write`, sent)).json()).toEqual({ characters })
  expect((await state()).uncollected).toBeLessThan(4 * megabyte)
}, 60_000)

it.each([
  { when: 'in the middle of its upload', person: 'p', length: content.length - 1, count: 1 },
  { when: 'before its upload is read', person: 'gone', length: head.length, count: 0 },
])('a client that leaves $when is logged as information, without a stack', async (left) => {
  const { sent } = hold(left.person, left.length)
  await arrived(left.count)
  sent.on('error', () => undefined)
  sent.destroy()
  await vi.waitFor(async () => expect((await state()).logged).toHaveLength(1))
  const [line = ''] = (await state()).logged
  expect(JSON.parse(line)).toMatchObject({ level: 'info', status: 400, msg: 'request refused' })
  expect(line).not.toContain('stack')
})

it('a process killed in the middle of uploads leaves no file behind', async () => {
  const { status } = hold('p')
  await arrived(1)
  child.kill('SIGKILL')
  await expect(status).rejects.toThrow()
  expect(await readdir(spoolFolder)).toEqual([])
})
