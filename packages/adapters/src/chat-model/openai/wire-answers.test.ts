import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLogger } from '@portal/service-kit/logger'
import { ChatModelDeclined, ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import { partsOf, passage, quotesOf, requestOf } from '@portal/testkit/conformance/chat-model-suite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAiConnection } from '../../openai/openai-connection.ts'
import { OpenAiChatModel } from '../openai-chat-model.ts'
import { wireAnswers, wirePassage } from './wire-answers.fixture.ts'

let answer: (response: ServerResponse) => Promise<void>
let asked = 0
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    asked += 1
    answer(response).catch(() => response.destroy())
  })
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

const leave = passage('leave', wirePassage)
const log = createLogger({ service: 'test', level: 'silent' })

function ask() {
  const url = `openai://127.0.0.1:${(server.address() as AddressInfo).port}/v1?model=m`
  const connection = openAiConnection(url, { example: '', settings: [] })
  const limits = { firstTokenMs: 45_000, silenceMs: 45_000, answerMs: 90_000 }
  return partsOf(new OpenAiChatModel({ connection, log, limits }), requestOf('How much leave?', [leave]))
}

async function send(response: ServerResponse, type: string, pieces: readonly (string | Buffer)[]) {
  response.writeHead(200, { 'content-type': type })
  for (const piece of pieces) {
    response.write(piece)
    await nextTurn()
  }
  response.end()
}

it('there are two hundred of them', () => {
  expect(wireAnswers.length).toBeGreaterThanOrEqual(200)
  expect(new Set(wireAnswers.map(({ name }) => name)).size).toBe(wireAnswers.length)
})

it.each(wireAnswers)('$name', async ({ type, pieces, expected }) => {
  answer = (response) => send(response, type, pieces)
  const parts = await ask()
  const last = parts.at(-1)
  expect(quotesOf(parts, [leave]).map(({ text }) => text)).toEqual(expected.quotes)
  expect(last).toMatchObject({ type: 'outcome', outcome: expected.outcome })
  expect(last?.type === 'outcome' && last.isUnproven).toBe(expected.isUnproven ?? undefined)
  const usage = last?.type === 'outcome' ? last.usage : null
  expect([usage?.promptTokens, usage?.answerTokens].every(Number.isInteger)).toBe(true)
})

const begun = 'data: {"choices":[{"index":0,"delta":{"content":"You have "}}]}\n\n'
const chunk = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`

/** What ends a stream that had begun, or never does. */
const troubles = [
  [
    'an error in the stream, with its message',
    `${begun}data: {"error":{"message":"CUDA out of memory","code":500}}\n\n`,
    ChatModelUnavailable,
  ],
  [
    'an error as an event of its own',
    `${begun}event: error\ndata: {"message":"model unloaded"}\n\n`,
    ChatModelUnavailable,
  ],
  [
    'an error as the reason to finish',
    begun + chunk({ delta: {}, finish_reason: 'error' }),
    ChatModelUnavailable,
  ],
  ['half a chunk', `${begun}data: {"choices":[{"ind`, ChatModelUnavailable],
  ['JSON that is broken', `${begun}data: {"choices":[{"ind\n\n`, ChatModelUnavailable],
  ['an end without any reason', begun, ChatModelUnavailable],
  ['nothing at all', '', ChatModelUnavailable],
  ['nothing but comments', ': beat\n\n: beat\n\n', ChatModelUnavailable],
  [
    'a refusal in a field of its own',
    chunk({ delta: { refusal: 'I cannot help' } }) + chunk({ delta: {}, finish_reason: 'stop' }),
    ChatModelDeclined,
  ],
  ['a filter', begun + chunk({ delta: {}, finish_reason: 'content_filter' }), ChatModelDeclined],
  ['a filter of another name', begun + chunk({ delta: {}, finish_reason: 'SAFETY' }), ChatModelDeclined],
  [
    'its limit, by another name, before any evidence',
    begun + chunk({ delta: {}, finish_reason: 'max_tokens' }),
    ChatModelUnavailable,
  ],
] as const

it.each(troubles)('a stream that ends in %s', async (_, body, trouble) => {
  answer = (response) => send(response, 'text/event-stream', [body])
  await expect(ask()).rejects.toBeInstanceOf(trouble)
})

it.each([
  ['text/html', '<html><body>Sign in to the network</body></html>'],
  ['application/json', '{"error":{"message":"no such model"}}'],
  ['application/json', '{"choices":'],
])('a body of %s that is no answer is a model that is away', async (type, body) => {
  answer = (response) => send(response, type, [body])
  await expect(ask()).rejects.toBeInstanceOf(ChatModelUnavailable)
})

it.each([
  ['a code and its parameter', { code: 'unsupported_parameter', param: 'response_format' }],
  ['its words alone', { message: "response_format of type 'json_schema' is not supported" }],
  ['the words of a grammar', { message: 'failed to parse grammar' }],
])('a server that knows no structured output, by %s, is asked without', async (_, error) => {
  const before = asked
  answer = async (response) => {
    if (asked === before + 1) {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return
    }
    await send(response, 'text/event-stream', wireAnswers[0]?.pieces ?? [])
  }
  expect((await ask()).at(-1)).toMatchObject({ outcome: 'answered' })
  expect(asked).toBe(before + 2)
})
