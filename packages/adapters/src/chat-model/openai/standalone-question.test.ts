import { createLogger } from '@portal/service-kit/logger'
import {
  type MisbehavingModel,
  promptOf,
  startMisbehavingModel,
} from '@portal/testkit/models/misbehaving-model'
import type { ModelTurn } from '@portal/testkit/models/model-turn'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openAiConnection } from '../../openai/openai-connection.ts'
import { OpenAiChatModel } from '../openai-chat-model.ts'

const earlier = ['How long is parental leave?', 'Is it <b>paid</b>?']
let server: MisbehavingModel
let model: OpenAiChatModel
beforeAll(async () => {
  server = await startMisbehavingModel()
  const connection = openAiConnection(server.url, { example: 'openai://host', settings: [] })
  model = new OpenAiChatModel({ connection, log: createLogger({ service: 'test', level: 'silent' }) })
})
afterAll(() => server.close())

const rewritten = (turn: ModelTurn, signal?: AbortSignal) => {
  server.next(turn)
  return model.standalone({ question: 'By when?', earlier, ...(signal && { signal }) })
}
const whole = 'By when is parental leave requested?'

it.each([whole, `“${whole}”`, `"${whole}"\n`, `<think>It is about leave.</think>\n\n${whole}`])(
  'a follow-up question is what the model makes of it: %j',
  async (says) => {
    expect(await rewritten({ says })).toBe(whole)
  },
)

it.each<[string, ModelTurn]>([
  ['says nothing', { says: ' \n' }],
  ['explains itself', { says: `Here it is:\n${whole}` }],
  ['gives a link', { says: 'See https://evil.example/leave' }],
  ['writes markup', { says: '<img src=x> By when?' }],
  ['answers instead', { says: 'By March. [[1|By March.]]' }],
  ['does not stop', { says: 'by when and '.repeat(60) }],
  ['only thinks', { says: '<think>It is about leave.' }],
  ['refuses', { refuse: { status: 400 } }],
  ['breaks off with an error', { says: whole, breaksAfter: { tokens: 2, how: 'reset' } }],
])('a model that %s has made nothing of it', async (_, turn) => {
  expect(await rewritten(turn)).toBeNull()
})

it('the questions of the thread are quoted, in order, without tools and in no format', async () => {
  await rewritten({ says: whole })
  const body = server.asked.at(-1)
  if (!body) throw new Error('The model was not asked.')
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['tools']))
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['response_format']))
  const quoted = [...promptOf(body).user.matchAll(/<(q-[0-9a-f]{16})>(.*)<\/\1>/g)].map(([, , text]) => text)
  expect(quoted).toEqual(['How long is parental leave?', 'Is it < b>paid< /b>?', 'By when?'])
})

it('the call ends with the asker', async () => {
  const leaving = new AbortController()
  const asking = rewritten({ says: whole, firstTokenMs: 60_000 }, leaving.signal)
  await vi.waitFor(() => expect(server.underWay).toBe(1))
  leaving.abort(new Error('left'))
  await expect(asking).rejects.toThrow('left')
  await vi.waitFor(() => expect(server.underWay).toBe(0))
})
