import { route } from '@portal/contracts/route'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { CodedError } from '../coded-error.ts'
import { eventResponse, type SentEvent } from './event-stream.ts'

const said = route('GET', '/api/said', {
  can: 'public',
  summary: 'Says what a test has it say',
  events: { text: z.object({ said: z.string() }), error: z.looseObject({ code: z.string() }) },
})

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

type Step = PromiseWithResolvers<IteratorResult<SentEvent>>

/** Events that a test sends. */
class Source implements AsyncIterator<SentEvent> {
  readonly #steps: Step[] = []
  #taken = 0
  #given = 0
  isLeft = false

  next(): Promise<IteratorResult<SentEvent>> {
    this.#taken += 1
    return this.#step(this.#taken).promise
  }

  async return(): Promise<IteratorResult<SentEvent>> {
    this.isLeft = true
    return { value: undefined, done: true }
  }

  send(id: number, text: string): void {
    this.#give().resolve({ value: { id, event: 'text', data: { said: text } } })
  }

  end(): void {
    this.#give().resolve({ value: undefined, done: true })
  }

  fail(error: Error): void {
    this.#give().reject(error)
  }

  #give(): Step {
    this.#given += 1
    return this.#step(this.#given)
  }

  #step(at: number): Step {
    const step = this.#steps[at] ?? Promise.withResolvers()
    this.#steps[at] = step
    return step
  }
}

/** A response whose events the test sends, and its reader. */
function open() {
  const source = new Source()
  const events = { [Symbol.asyncIterator]: () => source }
  const { body } = eventResponse(() => events, { route: said, requestId: 'request-1', headers: {} })
  if (!body) throw new Error('A response of events has a body.')
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const read = async () => {
    const { value } = await reader.read()
    return value && Buffer.from(value).toString()
  }
  return { source, reader, read }
}

it('a silent stream gets a comment every ten seconds, and no event is lost or doubled by it', async () => {
  const { read, source } = open()
  expect(await read()).toBe('retry: 1000\n\n')
  for (const seconds of [10, 10, 10]) {
    const beat = read()
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    expect(await beat).toBe(': beat\n\n')
  }
  const first = read()
  await vi.advanceTimersByTimeAsync(9000)
  source.send(1, 'one')
  expect(await first).toBe('id: 1\nevent: text\ndata: {"said":"one"}\n\n')
  const second = read()
  await vi.advanceTimersByTimeAsync(9000)
  source.send(2, 'two')
  expect(await second).toBe('id: 2\nevent: text\ndata: {"said":"two"}\n\n')
  const end = read()
  source.end()
  expect(await end).toBeUndefined()
})

it('a reader who leaves ends the source and leaves no timer behind', async () => {
  const { read, reader, source } = open()
  await read()
  await vi.advanceTimersByTimeAsync(1000)
  await reader.cancel()
  expect(source.isLeft).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('a failure on the way is the last event, numbered after the others, and says no more than a response would', async () => {
  const { read, source } = open()
  await read()
  source.send(4, 'one')
  await read()
  source.fail(new CodedError('not_ready', 'Please ask again.'))
  const last = await read()
  expect(last).toMatch(/^id: 5\nevent: error\n/)
  expect(last).toContain('"message":"Please ask again."')
  expect(await read()).toBeUndefined()
})
