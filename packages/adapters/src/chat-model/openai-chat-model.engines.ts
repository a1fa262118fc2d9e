import { createLogger } from '@portal/service-kit/logger'
import { ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { partsOf, passage, requestOf } from '@portal/testkit/conformance/chat-model-suite'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { beforeAll, expect, it, vi } from 'vitest'
import { openAiConnection } from '../openai/openai-connection.ts'
import { tokenEstimate } from '../openai/token-estimate.ts'
import { ChatCall } from './openai/chat-call.ts'
import type { ChatDelta } from './openai/chat-delta.ts'
import { type ChatPrompt, chatPrompt } from './openai/chat-prompt.ts'
import { OpenAiChatModel } from './openai-chat-model.ts'

// A real server with a model of 135 million parameters: its stream is tested, not its answers.
const log = createLogger({ service: 'test', level: 'silent' })
const rules = { example: 'openai://host', settings: ['contextTokens', 'answerTokens'] }
const leave = passage('leave', 'Employees have 25 days of annual leave. Leave is requested in writing.')
const request = requestOf('How many days of annual leave do employees have?', [leave])

/** A prompt that a small processor can handle. */
const short: ChatPrompt = { system: 'You are brief.', user: 'Count from one to fifty in words.' }
const patience = () => AbortSignal.timeout(90_000)

let url: string
beforeAll(async () => {
  url = await engineUrl('model')
})
const call = (answerTokens: number) => {
  const { client, model: name } = openAiConnection(url, rules)
  return new ChatCall(client, name, answerTokens)
}

it('streams piece by piece, ends with a reason and counts its tokens', async () => {
  const deltas = await deltasOf(call(30).stream(short, { signal: patience() }))
  expect(deltas.filter(({ text }) => text !== '').length).toBeGreaterThan(3)
  expect(deltas.find(({ finish }) => finish !== null)?.finish).toMatch(/^(stop|length)$/)
  expect(deltas.at(-1)?.usage).toMatchObject({
    promptTokens: expect.any(Number),
    answerTokens: expect.any(Number),
  })
})

it('counts no more tokens of a prompt than we estimate, and not half as many', async () => {
  const prompt = chatPrompt(request.question, [leave])
  const counted =
    (await deltasOf(call(1).stream(prompt, { signal: patience() }))).at(-1)?.usage?.promptTokens ?? 0
  const estimated = tokenEstimate(prompt.system) + tokenEstimate(prompt.user)
  expect(counted).toBeLessThanOrEqual(estimated)
  expect(counted).toBeGreaterThan(estimated / 2)
})

it('cut off before it could prove anything is unavailable, not without evidence', async () => {
  const connection = openAiConnection(`${url}&answerTokens=4`, rules)
  const limits = { firstTokenMs: 90_000, silenceMs: 60_000, answerMs: 100_000 }
  const error = await partsOf(new OpenAiChatModel({ connection, log, limits }), request).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({
    name: 'ChatModelUnavailable',
    message: expect.stringContaining('was cut off'),
  })
})

it('ends its work when the asker goes, and answers the next', async () => {
  const stop = new AbortController()
  const pieces: string[] = []
  for await (const { text } of call(500).stream(short, { signal: stop.signal })) {
    pieces.push(text)
    if (pieces.length === 3) stop.abort()
  }
  expect(pieces.length).toBeLessThan(10)
  const next = await deltasOf(call(3).stream(short, { signal: patience() }))
  expect(next.some(({ finish }) => finish !== null)).toBe(true)
})

it('is unavailable while it stands still or is away, and says so; afterwards it needs no new client', async () => {
  const connection = openAiConnection(url, rules)
  const one = new OpenAiChatModel({ connection, log })
  const hasty = new OpenAiChatModel({ connection, log, limits: { firstTokenMs: 500 } })
  await disturb('model', 'pause')
  const error = await partsOf(hasty, request)
    .catch((reason: unknown) => reason)
    .finally(() => disturb('model', 'resume'))
  expect(error).toMatchObject({
    name: 'ChatModelUnavailable',
    message: expect.stringContaining('did not begin to answer'),
  })
  await disturb('model', 'stop')
  await expect(one.check()).rejects.toBeInstanceOf(EngineUnavailable)
  await expect(partsOf(one, request)).rejects.toBeInstanceOf(ChatModelUnavailable)
  await disturb('model', 'start')
  await vi.waitFor(() => one.check(), { timeout: 90_000 })
})

it('tells a model that the engine does not have', async () => {
  const { origin, pathname } = new URL(url.replace(/^openai/, 'http'))
  const other = openAiConnection(`openai://${new URL(origin).host}${pathname}?model=other`, rules)
  await expect(new OpenAiChatModel({ connection: other, log }).check()).rejects.toThrow(
    /is not offered there|does not accept our key/,
  )
})

async function deltasOf(stream: AsyncIterable<ChatDelta>): Promise<ChatDelta[]> {
  const deltas: ChatDelta[] = []
  for await (const delta of stream) deltas.push(delta)
  return deltas
}
