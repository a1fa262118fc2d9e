import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { followRoute } from '@portal/contracts/event-stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ChatProcess, type KilledChat, kept, patience, startKilledChat } from './killed-chat.fixture.ts'

/** A first statement at once, and then words for half a minute. */
const slow = { tokenMs: 20, says: `Kept. [[1|${kept}]] ${'and so on '.repeat(600)}` }
const question = 'How long are records kept?'

let chat: KilledChat
let one: ChatProcess
let other: ChatProcess
beforeAll(async () => {
  chat = await startKilledChat()
  one = await chat.start()
  other = await chat.start()
}, 240_000)
afterAll(() => chat.stop())

interface Seen {
  streamId: string
  lastId: number
  names: string[]
  /** What the last event says of an error. */
  failure: string
}

/** Reads a stream until an event of this name, or to its end. */
async function read(events: AsyncIterable<{ id: number; event: string; data: object }>, until = '') {
  const seen: Seen = { streamId: '', lastId: 0, names: [], failure: '' }
  for await (const { id, event, data } of events) {
    if ('streamId' in data) seen.streamId = String(data.streamId)
    if (event === 'error' && 'message' in data) seen.failure = String(data.message)
    seen.lastId = id
    seen.names.push(event)
    if (event === until) break
  }
  return seen
}

const ask = (client: Client, key: string) =>
  followRoute(
    client,
    { route: assistantApi.streamAnswer, input: { body: { question } } },
    { headers: { 'idempotency-key': key } },
  )

const follow = ({ streamId: id, lastId }: Seen) =>
  followRoute(
    other.client,
    { route: assistantApi.followAnswer, input: { params: { id } } },
    { headers: { 'last-event-id': String(lastId) } },
  )

it('a service killed in the middle of an answer leaves a stream that ends as an error elsewhere, and the question is asked again', async () => {
  chat.model.usual = slow
  const key = crypto.randomUUID()
  const seen = await read(ask(one.client, key), 'text')
  await one.kill()
  const since = performance.now()
  const rest = await read(follow(seen))
  process.stdout.write(`\nA killed answer ended after ${((performance.now() - since) / 1000).toFixed(1)} s\n`)
  expect(rest.names).toEqual(['error'])
  expect(await other.client.call(chatApi.listConversations, { query: {} })).toEqual([])
  chat.model.usual = { says: `Kept. [[1|${kept}]]\nOUTCOME: answered` }
  const again = await read(ask(other.client, key))
  expect(again.names.at(-1)).toBe('done')
  expect(await other.client.call(chatApi.listConversations, { query: {} })).toHaveLength(1)
})

it('a stop asked of another process ends the call of the model there, as a rule within a second', async () => {
  one = await chat.start()
  chat.model.usual = slow
  const times: number[] = []
  for (let at = 0; at < 3; at += 1) {
    const seen = await read(ask(one.client, crypto.randomUUID()), 'text')
    expect(chat.model.underWay).toBe(1)
    const since = performance.now()
    await other.client.call(assistantApi.stopAnswer, { params: { id: seen.streamId } })
    await vi.waitFor(() => expect(chat.model.underWay).toBe(0), { ...patience, interval: 5 })
    times.push(Math.round(performance.now() - since))
    expect((await read(follow(seen))).names).toEqual(['stopped'])
  }
  process.stdout.write(`\nStopped elsewhere within ${times.join(', ')} ms\n`)
  expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(1000)
})

it('a service that is told to stop finishes an answer that takes seconds, ends one that takes long as an error, and exits in good order', async () => {
  const leaving = await chat.start()
  const brief = { tokenMs: 20, says: `Kept. [[1|${kept}]] ${'and so on '.repeat(40)}` }
  chat.model.next(brief, slow)
  const first = read(ask(leaving.client, crypto.randomUUID()))
  await vi.waitFor(() => expect(chat.model.underWay).toBe(1), patience)
  const second = read(ask(leaving.client, crypto.randomUUID()))
  await vi.waitFor(() => expect(chat.model.underWay).toBe(2), patience)
  const code = leaving.terminate()
  expect((await first).names.at(-1)).toBe('done')
  const { names, failure } = await second
  expect([names.at(-1), failure]).toEqual(['error', 'The answer was interrupted. Please ask again.'])
  expect(await code).toBe(0)
  expect(chat.model.underWay).toBe(0)
})
