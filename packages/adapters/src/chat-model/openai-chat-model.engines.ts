import { createLogger } from '@portal/service-kit/logger'
import { ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { partsOf, passage } from '@portal/testkit/conformance/chat-model-suite'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { beforeAll, expect, it, vi } from 'vitest'
import { openAiConnection } from '../openai/openai-connection.ts'
import { tokenEstimate } from '../openai/token-estimate.ts'
import { ChatCall } from './chat-call.ts'
import { chatPrompt } from './chat-prompt.ts'
import { OpenAiChatModel } from './openai-chat-model.ts'

// The engine is a real server around a model of 135 million parameters: its stream is what counts, its answers are of no use.
const log = createLogger({ service: 'test', level: 'silent' })
const rules = { example: 'openai://host', settings: ['contextTokens', 'answerTokens'] }
const leave = passage('leave', 'Employees have 25 days of annual leave. Leave is requested in writing.')
const request = { question: 'How many days of annual leave do employees have?', passages: [leave] }

let url: string
beforeAll(async () => {
  url = await engineUrl('model')
})
const model = () => {
  const connection = openAiConnection(`${url}&contextTokens=2048&answerTokens=40`, rules)
  return new OpenAiChatModel({ connection, log })
}

it('streams piece by piece, ends with a reason and counts tokens; our estimate of the prompt is not below its count', async () => {
  const { client, model: name } = openAiConnection(url, rules)
  const prompt = chatPrompt(request.question, [leave])
  const pieces: string[] = []
  let finish: string | null = null
  let counted = 0
  for await (const delta of new ChatCall(client, name, 30).stream(prompt, AbortSignal.timeout(60_000))) {
    if (delta.text !== '') pieces.push(delta.text)
    finish = delta.finish ?? finish
    counted = delta.usage?.promptTokens ?? counted
  }
  expect(pieces.length).toBeGreaterThan(3)
  expect(finish).toMatch(/^(stop|length)$/)
  expect(counted).toBeGreaterThan(50)
  expect(tokenEstimate(prompt.system) + tokenEstimate(prompt.user)).toBeGreaterThanOrEqual(counted * 0.95)
})

it('gives whatever the model writes as parts of the port or as unavailable, never as words without evidence', async () => {
  const answer = await partsOf(model(), request).catch((error: unknown) => error)
  if (answer instanceof Error) expect(answer).toBeInstanceOf(ChatModelUnavailable)
  else expect(answer).toMatchObject(expect.arrayContaining([expect.objectContaining({ type: 'outcome' })]))
})

it('ends its work when the asker goes, and answers the next', async () => {
  const stop = new AbortController()
  const { client, model: name } = openAiConnection(url, rules)
  const prompt = chatPrompt(request.question, [leave])
  const pieces: string[] = []
  for await (const { text } of new ChatCall(client, name, 500).stream(prompt, stop.signal)) {
    pieces.push(text)
    if (pieces.length === 3) stop.abort()
  }
  expect(pieces.length).toBeLessThan(10)
  await expect(model().check()).resolves.toBeUndefined()
})

it('is unavailable while it stands still or is away, and says so; afterwards it needs no new client', async () => {
  const one = model()
  const connection = openAiConnection(url, rules)
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
  await vi.waitFor(() => one.check(), { timeout: 30_000 })
})

it('tells a model that the engine does not have', async () => {
  const { origin, pathname } = new URL(url.replace(/^openai/, 'http'))
  const other = openAiConnection(`openai://${new URL(origin).host}${pathname}?model=other`, rules)
  await expect(new OpenAiChatModel({ connection: other, log }).check()).rejects.toThrow(
    /is not offered there|does not accept our key/,
  )
})
