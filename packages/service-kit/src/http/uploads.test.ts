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
  child = fork(fileURLToPath(new URL('./uploads-process.fixture.ts', import.meta.url)), [spoolFolder], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  })
  url = (await next<{ url: string }>()).url
})
afterEach(async () => {
  child.kill()
  await rm(spoolFolder, { recursive: true })
})

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

/** An upload of ten megabytes without its last byte. */
function hold(person: string): Held {
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': content.length,
    [passportHeader]: person,
  }
  const sent = request(`${url}/upload`, { method: 'POST', agent: false, headers })
  const status = once(sent, 'response').then(([response]) => response.resume().statusCode as number)
  status.catch(() => undefined)
  sent.write(content.subarray(0, -1))
  return {
    sent,
    status,
    finish: () => {
      sent.end(content.subarray(-1))
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

it('a client that leaves in the middle of its upload is logged as information, without a stack', async () => {
  const { sent } = hold('p')
  await arrived(1)
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
