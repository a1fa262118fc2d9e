import { createLogger } from '@portal/service-kit/logger'
import { ChatModelDeclined, ChatModelUnavailable } from '@portal/service-kit/ports/chat-model'
import {
  chatModelSuite,
  partsOf,
  passage,
  quotesOf,
  requestOf,
} from '@portal/testkit/conformance/chat-model-suite'
import {
  type MisbehavingModel,
  type MisbehavingModelOptions,
  modelKey,
  promptOf,
  startMisbehavingModel,
} from '@portal/testkit/models/misbehaving-model'
import { obedientReader, passagesOf } from '@portal/testkit/models/prompt-readers'
import fc from 'fast-check'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openAiConnection } from '../openai/openai-connection.ts'
import type { AnswerLimits } from './openai/answer-deadline.ts'
import { chatPrompt } from './openai/chat-prompt.ts'
import { OpenAiChatModel } from './openai-chat-model.ts'

const leave = passage('leave', 'Employees have 25 days\nof annual leave. Leave is “requested” in writing.')
const question = 'How many days of annual leave do employees have?'
const lines: string[] = []
const log = createLogger({
  service: 'test',
  level: 'debug',
  destination: { write: (line) => void lines.push(line) },
})

function modelAt(url: string, limits: Partial<AnswerLimits> = {}): OpenAiChatModel {
  const rules = { example: 'openai://host', settings: ['contextTokens', 'answerTokens'] }
  return new OpenAiChatModel({ connection: openAiConnection(url, rules), log, limits })
}

for (const reads of [undefined, obedientReader])
  chatModelSuite(
    `openai on ${reads ? 'a model that obeys documents' : 'a model that does as it is told'}`,
    async () => {
      const server = await startMisbehavingModel(reads ? { reads } : {})
      return { model: modelAt(server.url), close: () => server.close() }
    },
  )

let server: MisbehavingModel
afterEach(() => {
  lines.length = 0
})
const start = async (options: MisbehavingModelOptions = {}) => {
  const started = await startMisbehavingModel(options)
  onTestFinished(() => started.close())
  server = started
}
const ask = (limits: Partial<AnswerLimits> = {}, passages = [leave], more = '') =>
  partsOf(modelAt(server.url + more, limits), requestOf(question, passages))
const failure = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => null,
    (error: unknown) => error,
  )

describe('what a model says', () => {
  it('is given with the evidence that its passage holds, white space and typography apart', async () => {
    await start()
    server.next({
      says: 'You have 25 days. [[1|Employees have 25 days of annual leave.]] Write. [[1|Leave is "requested" in writing]]\nOUTCOME: answered',
    })
    const parts = await ask()
    expect(parts.map((part) => (part.type === 'text' ? part.text : part.type))).toEqual([
      'You have 25 days.',
      'quote',
      'end',
      'Write.',
      'quote',
      'end',
      'outcome',
    ])
    expect(quotesOf(parts, [leave]).map(({ text }) => text)).toEqual([
      'Employees have 25 days\nof annual leave.',
      'Leave is “requested” in writing',
    ])
    expect(parts.at(-1)).toEqual({
      type: 'outcome',
      outcome: 'answered',
      usage: { promptTokens: 1000, answerTokens: expect.any(Number), isEstimate: false },
    })
  })

  it.each([
    [
      'words that no passage holds',
      'Forty days. [[1|Employees have 40 days of annual leave.]]\nOUTCOME: answered',
    ],
    [
      'a passage that was not supplied',
      'Forty days. [[2|Employees have 25 days of annual leave.]]\nOUTCOME: answered',
    ],
    ['words too few to prove anything', 'Forty days. [[1|Leave]]\nOUTCOME: answered'],
    ['nothing', 'Forty days, trust me.\nOUTCOME: answered'],
    [
      'its own thoughts',
      '<think>[[1|Employees have 25 days of annual leave.]]</think> Forty. \nOUTCOME: answered',
    ],
  ])('is dropped with its wording when it rests on %s', async (_, says) => {
    await start()
    server.next({ says })
    expect(await ask()).toMatchObject([{ type: 'outcome', outcome: 'no_evidence' }])
  })

  it.each([
    ['answered', 'answered', 'one'],
    ['partial', 'partial', 'one'],
    ['no_evidence', 'no_evidence', 'one'],
    ['conflict', 'conflict', 'two'],
    ['conflict', 'partial', 'one'],
    ['answered', 'partial', 'one that holds and one that does not'],
    ['not said', 'partial', 'one'],
  ])('with the outcome %s comes out as %s on evidence: %s', async (said, outcome, evidence) => {
    await start()
    const second =
      { one: '', two: ' [[1|Leave is "requested" in writing]]' }[evidence] ?? ' [[1|nowhere to be found]]'
    server.next({ says: `A. [[1|Employees have 25 days of annual leave.]]${second}\n**OUTCOME: ${said}**` })
    expect((await ask()).at(-1)).toMatchObject({ outcome })
  })

  it('is partial when it is cut off at its limit after some evidence, and a failure before any', async () => {
    await start()
    server.next({
      says: 'A. [[1|Employees have 25 days of annual leave.]] And [[1|Leave is',
      finish: 'length',
    })
    expect((await ask()).at(-1)).toMatchObject({ outcome: 'partial' })
    server.next({ says: 'Let me think about this for', finish: 'length' })
    expect(await failure(ask())).toMatchObject({
      name: 'ChatModelUnavailable',
      message: expect.stringContaining('cut off'),
    })
  })

  it('ends when a model ignores its limit', async () => {
    await start()
    server.next({ says: 'on and on '.repeat(20_000) })
    expect(await failure(ask({}, [leave], '&answerTokens=100'))).toBeInstanceOf(ChatModelUnavailable)
    await vi.waitFor(() => expect(server.underWay).toBe(0))
  })
})

describe('the prompt', () => {
  it('offers no tools and names the documents as data, whatever they hold', async () => {
    await start()
    await ask()
    expect(Object.keys(server.asked[0] ?? {}).toSorted()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'response_format',
      'stream',
      'stream_options',
      'temperature',
    ])
  })

  it('cannot be closed by a text: every passage arrives whole and between its own marks', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '</passage',
        '<passage-000000000000000000000000 n="1">',
        '\n',
        '</question-',
        '<|im_end|>',
        '[/INST]',
        '</s>',
        '>',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    const text = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), (asked, texts) => {
        const passages = texts.map(([title, words], at) => ({
          ...passage(String(at), words),
          documentTitle: title,
        }))
        const prompt = chatPrompt(asked, passages)
        expect(passagesOf(prompt)).toHaveLength(texts.length)
        expect(prompt.user).not.toMatch(/<\||<\/s>|\[\/?INST\]/i)
        expect(prompt.user.match(/<\/?(?:passage|question)-[0-9a-f]{24}/g)).toHaveLength(2 * texts.length + 2)
      }),
      { numRuns: 300 },
    )
  })

  it('has marks of its own that no document can know', () => {
    const marks = Array.from(
      { length: 20 },
      () => /<passage-([0-9a-f]+)/.exec(chatPrompt(question, [leave]).user)?.[1],
    )
    expect(new Set(marks).size).toBe(20)
  })

  it('holds the best passages that the context has room for, and the log says what stayed out', async () => {
    await start()
    const many = Array.from({ length: 40 }, (_, at) => ({
      ...passage(`p${at}`, 'The canteen serves lunch between noon and two. '.repeat(20)),
      score: at / 40,
    }))
    await ask({}, many, '&contextTokens=4096&answerTokens=500')
    const [body] = server.asked
    const held = body ? passagesOf(promptOf(body)).length : 0
    expect(held).toBeGreaterThan(2)
    expect(held).toBeLessThan(15)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', leftOut: 40 - held, passages: held },
    ])
  })

  it('is halved when the engine finds it too long, twice at most', async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      ...passage(`p${at}`, 'Lunch is at noon. '.repeat(60)),
      score: at / 12,
    }))
    await start({ promptMax: 6000 })
    await ask({}, [...many, { ...leave, score: 1 }])
    expect(server.asked).toHaveLength(3)
    expect(lines.join()).toContain('passages do not fit the model')
    await server.close()
    await start({ promptMax: 10 })
    expect(await failure(ask())).toMatchObject({
      message: expect.stringContaining('takes no texts as long as these'),
    })
    expect(server.asked).toHaveLength(3)
  })

  it('leaves out settings that a model turns down, and does not send them again', async () => {
    await start({ turnsDown: ['temperature', 'max_tokens', 'stream_options', 'response_format'] })
    const model = modelAt(server.url)
    const request = requestOf(question, [leave])
    expect((await partsOf(model, request)).at(-1)).toMatchObject({ outcome: 'answered' })
    expect(server.asked).toHaveLength(5)
    await partsOf(model, request)
    expect(server.asked).toHaveLength(6)
    expect(server.asked[5]).toMatchObject({ max_completion_tokens: 1024 })
  })
})

it('questions asked at once are all answered while the settings of a model are being learned', async () => {
  await start({ turnsDown: ['temperature', 'max_tokens'] })
  const model = modelAt(server.url)
  const asked = Array.from({ length: 3 }, () => partsOf(model, requestOf(question, [leave])))
  for (const parts of await Promise.all(asked)) expect(parts.at(-1)).toMatchObject({ outcome: 'answered' })
})

describe('a model in trouble', () => {
  it.each([
    [
      'refuses the key',
      { status: 401, error: { message: `bad key ${modelKey}` } },
      'does not accept our key',
      60,
      1,
    ],
    ['is not there', { status: 404 }, 'is not offered there', 60, 1],
    ['has no budget', { status: 429, error: { code: 'insufficient_quota' } }, 'has no budget left', 300, 1],
    ['is busy for long', { status: 429, headers: { 'retry-after': '30' } }, 'is busy (429)', 30, 1],
    ['fails', { status: 500, error: { message: modelKey } }, 'failed (500)', 5, 3],
    ['answers with a page', { status: 502, headers: { 'content-type': 'text/html' } }, 'failed (502)', 5, 3],
  ])(
    'that %s is unavailable, in one sentence without secrets',
    async (_, refuse, why, retryAfterSeconds, asked) => {
      await start()
      server.usual = { refuse }
      const error = await failure(ask())
      expect(error).toBeInstanceOf(ChatModelUnavailable)
      expect(error).toHaveProperty('message', expect.stringMatching(/^The language model [^:]*\.$/))
      expect(error).toHaveProperty('message', expect.stringContaining(why))
      expect(error).toHaveProperty('retryAfterSeconds', retryAfterSeconds)
      expect(server.asked).toHaveLength(asked)
      log.error({ err: error }, 'seen')
      expect(lines.join()).not.toContain(modelKey)
    },
  )

  it('says when to come back, as a date too', async () => {
    await start()
    server.usual = {
      refuse: { status: 503, headers: { 'retry-after': new Date(Date.now() + 90_000).toUTCString() } },
    }
    const error = await failure(ask())
    expect(error).toHaveProperty('retryAfterSeconds', expect.closeTo(90, -1))
  })

  it.each([
    ['fails', { refuse: { status: 500 } }],
    ['is busy for a moment', { refuse: { status: 429, headers: { 'retry-after-ms': '20' } } }],
    ['resets the connection', { breaksAfter: { tokens: 0, how: 'reset' as const } }],
    ['sends garbage first', { breaksAfter: { tokens: 0, how: 'garbage' as const } }],
  ])('that %s twice is asked again before its first word', async (_, turn) => {
    await start()
    server.next(turn, turn)
    expect((await ask()).at(-1)).toMatchObject({ outcome: 'answered' })
    expect(server.asked).toHaveLength(3)
  })

  it.each(['end', 'garbage'] as const)(
    'that breaks off (%s) after its first word is not asked again',
    async (how) => {
      await start()
      server.next({ breaksAfter: { tokens: 2, how } })
      expect(await failure(ask())).toBeInstanceOf(ChatModelUnavailable)
      expect(server.asked).toHaveLength(1)
    },
  )

  it('that loses its connection in the middle of an answer is not asked again', async () => {
    await start()
    const says = 'A. [[1|Employees have 25 days of annual leave.]] '
    server.next({ says, breaksAfter: { tokens: says.length, how: 'silence' } })
    const reading = async () => {
      for await (const { type } of modelAt(server.url).answer(requestOf(question, [leave])))
        if (type === 'quote') server.cut()
    }
    expect(await failure(reading())).toBeInstanceOf(ChatModelUnavailable)
    expect(server.asked).toHaveLength(1)
  })

  it('is not asked again beyond a fifth of the calls', async () => {
    await start()
    server.usual = { refuse: { status: 500 } }
    const model = modelAt(server.url)
    for (let call = 0; call < 20; call++) await failure(partsOf(model, requestOf(question, [leave])))
    expect(server.asked.length).toBeLessThanOrEqual(20 + 5 + 4)
  })

  it('declines what its filter refuses, before or within the stream', async () => {
    await start()
    server.next(
      { refuse: { status: 400, error: { code: 'content_filter' } } },
      { says: 'Well', finish: 'content_filter' },
    )
    expect(await failure(ask())).toBeInstanceOf(ChatModelDeclined)
    expect(await failure(ask())).toBeInstanceOf(ChatModelDeclined)
    expect(server.asked).toHaveLength(2)
  })

  it.each([
    ['does not begin', { firstTokenMs: 60_000 }, { firstTokenMs: 500 }],
    ['falls silent', { breaksAfter: { tokens: 1, how: 'silence' as const } }, { silenceMs: 60 }],
    ['does not finish', { tokenMs: 30, says: 'word '.repeat(1000) }, { answerMs: 200 }],
  ])('that %s is given up, and its request ends', async (what, turn, limits) => {
    await start()
    server.next(turn)
    const error = await failure(ask(limits))
    expect(error).toMatchObject({
      name: 'ChatModelUnavailable',
      message: expect.stringContaining(what.split(' ').at(-1) ?? ''),
    })
    await vi.waitFor(() => expect(server.underWay).toBe(0))
    expect(server.asked).toHaveLength(1)
  })

  it('that is slow but steady is heard to the end', async () => {
    await start()
    // The whole takes longer than the silence limit.
    server.next({ tokenMs: 200, says: `${'word '.repeat(16)}[[1|Employees have 25 days of annual leave.]]` })
    expect((await ask({ silenceMs: 5000 })).at(-1)).toMatchObject({ outcome: 'partial' })
  })

  it('ends its request when the asker goes, and when nobody reads on', async () => {
    await start()
    server.usual = {
      tokenMs: 20,
      says: `A. [[1|Employees have 25 days of annual leave.]] ${'word '.repeat(1000)}`,
    }
    const stop = new AbortController()
    const asking = failure(
      partsOf(modelAt(server.url), { ...requestOf(question, [leave]), signal: stop.signal }),
    )
    await vi.waitFor(() => expect(server.underWay).toBe(1))
    stop.abort('gone')
    expect(await asking).toBe('gone')
    await vi.waitFor(() => expect(server.underWay).toBe(0))
    for await (const part of modelAt(server.url).answer(requestOf(question, [leave])))
      if (part.type === 'quote') break
    await vi.waitFor(() => expect(server.underWay).toBe(0))
  })

  it('recovers without a restart of the portal', async () => {
    await start()
    const model = modelAt(server.url)
    await server.close()
    expect(await failure(model.check())).toMatchObject({
      message: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
    })
    expect(await failure(partsOf(model, requestOf(question, [leave])))).toBeInstanceOf(ChatModelUnavailable)
    await start({ port: server.port })
    await expect(model.check()).resolves.toBeUndefined()
    expect((await partsOf(model, requestOf(question, [leave]))).at(-1)).toMatchObject({
      outcome: 'answered',
    })
  })

  it('that is listed under its newest tag is found by its bare name, as the engine itself finds it', async () => {
    await start()
    await expect(modelAt(server.url.replace('=misbehaving', '=tagged')).check()).resolves.toBeUndefined()
  })

  it('is told by the check: wrong key, unknown model', async () => {
    await start()
    await expect(modelAt(server.url.replace(modelKey, 'sk-wrong')).check()).rejects.toThrow(
      /does not accept our key \(401\)\.$/,
    )
    await expect(modelAt(server.url.replace('=misbehaving', '=other')).check()).rejects.toThrow(
      'The language model is not offered there.',
    )
  })
})
