import { randomBytes } from 'node:crypto'
import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { type Client, createClient, type RequestOptions } from '@portal/contracts/client'
import { followRoute } from '@portal/contracts/event-stream'
import type { EventEnvelope } from '@portal/contracts/events'
import { passportHeader } from '@portal/contracts/passport'
import { createLogger } from '@portal/service-kit/logger'
import { ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import { type RunningService, startService } from '@portal/service-kit/start-service'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { passageSaying, withoutVersions } from '../passage.fixture.ts'
import type { ChatPorts } from '../ports.ts'
import { service as chat } from '../service.ts'
import type { AnswerEvent } from './running-answer.ts'
import { ScriptedModel } from './scripted-model.fixture.ts'

const kept = 'Records are kept for seven years.'
const shredded = 'Then they are shredded.'
const passage = passageSaying(`${kept} ${shredded}`)
const quote = (text: string) => {
  const start = passage.text.indexOf(text)
  return { type: 'quote' as const, passageId: passage.id, start, end: start + text.length }
}
const statement = (text: string) => [{ type: 'text', text }, quote(text), { type: 'end' }] as const
const answered = { type: 'outcome', outcome: 'answered' } as const
const question = 'How long are records kept?'
const patience = { timeout: 45_000, interval: 20 }

const model = new ScriptedModel()
let doesQuoteHold: (text: string) => boolean
let isQuoting: boolean
const emitted: EventEnvelope[] = []
let one: ServiceUnderTest
/** Another replica of the service, on the same database. */
let other: RunningService
let asker: Actor

function ports(scripted = model): ChatPorts {
  return {
    model: scripted,
    get quoting() {
      const answer = async function* () {
        yield quote(shredded)
        yield answered
      }
      return isQuoting ? { model: 'quoting', check: async () => {}, answer } : undefined
    },
    passages: {
      retrieve: async () => [passage],
      compare: async (_, __, spans) => spans.map(() => 0.9),
      verify: async (_, spans) => spans.map(({ text }) => doesQuoteHold(text)),
      ...withoutVersions,
      vectors: async ({ signal }, questions) => {
        signal.throwIfAborted()
        return { model: 'one', vectors: questions.map(() => new Float32Array([1])) }
      },
    },
  } as ChatPorts
}

beforeAll(async () => {
  one = await startUnderTest(chat, { ports: ports() })
  await one.bus.tail({ topics: ['chat'], handle: (event) => void emitted.push(event) })
  other = await startReplica(ports())
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})
beforeEach(() => {
  model.forget()
  doesQuoteHold = () => true
  isQuoting = false
  asker = { personId: `asker-${uuidV7()}`, organizationId: 1, role: 'team_member' }
})

function startReplica(of: ChatPorts): Promise<RunningService> {
  return startService(chat, {
    urls: one.urls,
    bus: one.bus,
    passportKeys: one.office.keys,
    ports: of,
    log: createLogger({ service: 'chat', level: 'silent' }),
    listen: { host: '127.0.0.1', port: 0 },
    version: 'test',
  })
}

/** A client over HTTP, as the gateway is one. */
function clientOf(service: RunningService, actor = asker): Client {
  return createClient({
    baseUrl: service.url,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      headers.set(passportHeader, await one.office.person(actor, ['chat', 'documents']))
      return fetch(url, { ...init, headers })
    },
  })
}

/** What a reader has got so far, and how the stream ended. */
class Reading {
  readonly events: AnswerEvent[] = []
  readonly ended: Promise<void>

  constructor(events: AsyncIterable<AnswerEvent>) {
    this.ended = this.#read(events)
    this.ended.catch(() => 'the test looks at it')
  }

  get names(): string[] {
    return this.events.map(({ event }) => event)
  }

  get text(): string {
    return this.events.map(({ event, data }) => (event === 'text' ? data.content : '')).join('')
  }

  get streamId(): string {
    const [first] = this.events
    return first?.event === 'conversation' ? first.data.streamId : ''
  }

  /** Resolves when an event of this name has come. */
  has(name: string): Promise<void> {
    return vi.waitFor(() => expect(this.names).toContain(name), patience)
  }

  async #read(events: AsyncIterable<AnswerEvent>): Promise<void> {
    for await (const event of events) this.events.push(event)
  }
}

const ask = (service = one.service, options: RequestOptions = {}, words = question) =>
  new Reading(
    followRoute(
      clientOf(service),
      { route: assistantApi.streamAnswer, input: { body: { question: words } } },
      options,
    ),
  )

const follow = (id: string, after: number, service = other) => {
  const options = { headers: { 'last-event-id': String(after) } }
  const asked = { route: assistantApi.followAnswer, input: { params: { id } } }
  return new Reading(followRoute(clientOf(service), asked, options))
}

const stop = (id: string, service = other) =>
  clientOf(service).call(assistantApi.stopAnswer, { params: { id } })

const conversations = () => clientOf(one.service).call(chatApi.listConversations, { query: {} })

/** A question that the model is answering. */
async function begun(service = one.service, options: RequestOptions = {}): Promise<Reading> {
  const reading = ask(service, options)
  await reading.has('citations')
  return reading
}

it('what is read comes first, then each statement as soon as it is checked, and the whole last', async () => {
  const reading = await begun()
  model.say({ type: 'text', text: 'Records are kept for seven years.' }, quote(kept), { type: 'end' })
  await reading.has('text')
  expect(reading.names).toEqual(['conversation', 'citations', 'text'])
  expect(reading.text).toBe(`${kept} [1]`)
  model.say({ type: 'text', text: 'Then they are shredded.' }, quote(shredded), answered)
  await reading.ended
  expect(reading.names).toEqual(['conversation', 'citations', 'text', 'text', 'outcome', 'done'])
  expect(reading.events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
  const done = reading.events.at(-1)
  expect(done?.data).toMatchObject({ outcome: 'answered', assistantMessage: { content: reading.text } })
  const [conversation] = await conversations()
  expect(reading.events[0]?.data).toMatchObject({ conversation: { id: conversation?.id } })
  const ofConversation = () => emitted.filter(({ subject }) => subject === conversation?.id)
  await vi.waitFor(() => expect(ofConversation()).toHaveLength(1), patience)
})

it('a question of characters alone that take two units is answered, under a title of whole ones', async () => {
  const reading = ask(one.service, {}, `a${'😀'.repeat(60)}`)
  await reading.has('citations')
  model.say(quote(kept), answered)
  await reading.ended
  expect(reading.names.at(-1)).toBe('done')
  const [conversation] = await conversations()
  expect(conversation?.title).toBe(`a${'😀'.repeat(19)}…`)
})

it('a key that no index can hold is refused, and begins no answer', async () => {
  const before = model.asked
  const headers = { 'idempotency-key': randomBytes(4500).toString('hex') }
  await expect(ask(one.service, { headers }).ended).rejects.toMatchObject({ status: 400 })
  expect(model.asked).toBe(before)
})

it('a statement whose quotation is not in the stored text is never sent', async () => {
  doesQuoteHold = (text) => text !== kept
  const reading = await begun()
  model.say({ type: 'text', text: kept }, quote(kept), { type: 'end' })
  model.say({ type: 'text', text: shredded }, quote(shredded), answered)
  await reading.ended
  expect(JSON.stringify(reading.events.filter(({ event }) => event !== 'citations'))).not.toContain('seven')
  expect(reading.events.at(-1)?.data).toMatchObject({ outcome: 'partial' })
})

it('a reader who was cut off goes on after the last event, at another replica too, and hears the end again', async () => {
  const leaving = new AbortController()
  const reading = await begun(one.service, { signal: leaving.signal })
  model.say(...statement(kept))
  await reading.has('text')
  leaving.abort()
  await expect(reading.ended).rejects.toThrow()
  const later = follow(reading.streamId, 2)
  await later.has('text')
  model.say(...statement(shredded), answered)
  await later.ended
  expect(later.events.map(({ id }) => id)).toEqual([3, 4, 5, 6])
  for (const service of [one.service, other]) {
    const again = follow(reading.streamId, 6, service)
    await again.ended
    expect(again.names).toEqual(['done'])
  }
})

it('a tab that was closed loses no answer', async () => {
  const leaving = new AbortController()
  const reading = await begun(one.service, { signal: leaving.signal })
  leaving.abort()
  await expect(reading.ended).rejects.toThrow()
  expect(await conversations()).toEqual([])
  model.say(quote(kept), answered)
  await vi.waitFor(async () => expect(await conversations()).toHaveLength(1), patience)
})

it('nor does it where a verified answer is looked for at its end', async () => {
  asker = { ...asker, organizationId: 2, role: 'admin' }
  const first = await begun()
  model.say(quote(kept), answered)
  await first.ended
  const done = first.events.at(-1)
  const messageId = done?.event === 'done' ? done.data.assistantMessage.id : ''
  const body = { messageId, question, content: `${kept} [1]` }
  await clientOf(one.service).call(chatApi.verifyAnswer, { body })
  const leaving = new AbortController()
  const reading = await begun(one.service, { signal: leaving.signal })
  leaving.abort()
  await expect(reading.ended).rejects.toThrow()
  model.say(quote(kept), answered)
  await vi.waitFor(async () => expect(await conversations()).toHaveLength(2), patience)
  const [latest] = await conversations()
  const { messages } = await clientOf(one.service).call(chatApi.readConversation, {
    params: { id: latest?.id ?? '' },
  })
  expect(messages.at(-1)).toMatchObject({ verified: { question } })
})

it.each(['one', 'other'] as const)(
  'a stop asked of %s ends the call of the model, and nothing is stored',
  async (at) => {
    const before = model.stopped
    const key = uuidV7()
    const reading = await begun(one.service, { headers: { 'idempotency-key': key } })
    model.say(...statement(kept))
    await reading.has('text')
    await stop(reading.streamId, at === 'one' ? one.service : other)
    await vi.waitFor(() => expect(model.stopped).toBe(before + 1), patience)
    await reading.ended
    expect(reading.names.at(-1)).toBe('stopped')
    expect(await conversations()).toEqual([])
    await expect(stop(reading.streamId)).resolves.toBeUndefined()
    const again = await begun(other, { headers: { 'idempotency-key': key } })
    expect(again.streamId).not.toBe(reading.streamId)
    model.say(quote(kept), answered)
    await again.ended
    expect(again.names.at(-1)).toBe('done')
  },
)

it('a repetition under the same key follows the same answer, and another question is refused', async () => {
  const before = model.asked
  const headers = { 'idempotency-key': uuidV7() }
  const readings = [ask(one.service, { headers }), ask(other, { headers }), ask(one.service, { headers })]
  await Promise.all(readings.map((reading) => reading.has('citations')))
  model.say(quote(kept), answered)
  await Promise.all(readings.map(({ ended }) => ended))
  expect(new Set(readings.map(({ streamId }) => streamId)).size).toBe(1)
  expect(readings.map(({ names }) => names.at(-1))).toEqual(['done', 'done', 'done'])
  expect(model.asked).toBe(before + 1)
  expect(await conversations()).toHaveLength(1)
  await expect(ask(one.service, { headers }, 'Another one?').ended).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

it('a failure is an event with its code, stores nothing, and the same request asks again', async () => {
  const headers = { 'idempotency-key': uuidV7() }
  const reading = await begun(one.service, { headers })
  model.say(new ChatModelUnavailable('out of budget', 30))
  await reading.ended
  expect(reading.events.at(-1)).toMatchObject({ event: 'error', data: { code: 'model_unavailable' } })
  expect(await conversations()).toEqual([])
  const again = await begun(one.service, { headers })
  model.say(quote(kept), answered)
  await again.ended
  expect(again.names.at(-1)).toBe('done')
})

it('a model that breaks off after its first statement is replaced by quotations, and the answer says so', async () => {
  isQuoting = true
  const reading = await begun()
  model.say(...statement(kept))
  await reading.has('text')
  model.say(new ChatModelUnavailable('broke off', 5))
  await reading.ended
  expect(reading.events.at(-1)?.data).toMatchObject({
    quotedBecause: 'model_unavailable',
    assistantMessage: { content: `${shredded} [1]` },
  })
  const [conversation] = await conversations()
  const { messages } = await clientOf(one.service).call(chatApi.readConversation, {
    params: { id: conversation?.id ?? '' },
  })
  expect(messages.at(-1)).toMatchObject({ quotedBecause: 'model_unavailable' })
})

it('nobody else may follow or stop an answer, and an unknown conversation begins none', async () => {
  const reading = await begun()
  const stranger = clientOf(other, { ...asker, personId: 'stranger' })
  const input = { params: { id: reading.streamId } }
  await expect(stranger.call(assistantApi.stopAnswer, input)).rejects.toMatchObject({ status: 404 })
  const following = new Reading(followRoute(stranger, { route: assistantApi.followAnswer, input }))
  await expect(following.ended).rejects.toMatchObject({ status: 404 })
  const body = { question, conversationId: uuidV7() }
  const unknown = followRoute(clientOf(one.service), { route: assistantApi.streamAnswer, input: { body } })
  await expect(new Reading(unknown).ended).rejects.toMatchObject({ status: 404 })
  await stop(reading.streamId, one.service)
  await reading.ended
})

it('a replica that stops finishes what it answers, and ends the streams of what another one answers, to be taken up there', async () => {
  const own = new ScriptedModel()
  const leaving = await startReplica(ports(own))
  const finished = await begun(leaving)
  const elsewhere = await begun(one.service)
  const here = follow(elsewhere.streamId, 0, leaving)
  await here.has('citations')
  const stopped = leaving.stop()
  await here.ended
  expect(here.names).toEqual(['conversation', 'citations'])
  own.say(quote(kept), answered)
  await finished.ended
  expect(finished.names.at(-1)).toBe('done')
  await stopped
  const further = follow(elsewhere.streamId, 2)
  model.say(quote(kept), answered)
  await further.ended
  expect(further.names.at(-1)).toBe('done')
})

it('one person has at most sixteen answers under way', async () => {
  const readings = await Promise.all(Array.from({ length: 16 }, () => begun()))
  await expect(ask(other).ended).rejects.toMatchObject({ status: 429 })
  for (const { streamId } of readings) await stop(streamId, one.service)
  await Promise.all(readings.map(({ ended }) => ended))
})
