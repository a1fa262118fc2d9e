import { once } from 'node:events'
import { route } from '@portal/contracts/route'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineService } from '../define-service.ts'

const api = {
  exportNotes: route('GET', '/api/notes/export', {
    can: 'public',
    summary: 'Streams all notes',
    streams: ['text/plain'],
  }),
  readFile: route('GET', '/api/notes/file', {
    can: 'public',
    summary: 'Sends all notes as a file',
    streams: ['text/plain'],
  }),
  waitForOthers: route('GET', '/api/notes/others', {
    can: 'public',
    summary: 'Waits for another service',
  }),
  nameNote: route('POST', '/api/notes/names', {
    can: 'public',
    summary: 'Names a note',
    body: z.object({ name: z.string() }),
    isRepeatable: true,
  }),
}
let under: ServiceUnderTest
let taken = 0
let ended = 0

/** Holds something from the start, as an open file does. */
function held<Piece>(pieces: readonly Piece[]): AsyncIterable<Piece> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const value = pieces[taken]
        taken += 1
        return value === undefined ? { value, done: true } : { value }
      },
      return: async () => {
        ended += 1
        return { value: undefined, done: true }
      },
    }),
  }
}
const content = held(['first, ', Buffer.from('second')])
const bytes = held([Buffer.from('first, '), Buffer.from('second')])

beforeAll(async () => {
  const definition = defineService<typeof api, unknown, 'chat'>({
    name: 'chat',
    api,
    verbs: {
      exportNotes: async (ctx) => void ctx.streamResponse(content),
      readFile: async (ctx) =>
        void ctx.sendFile({
          ...{ sizeBytes: 13, etag: '"notes"', read: () => bytes },
          unread: () => {
            ended += 1
          },
        }),
      waitForOthers: async ({ signal }) => {
        taken += 1
        await once(signal, 'abort')
        throw signal.reason
      },
      nameNote: async () => {
        taken += 1
      },
    },
    consumers: [],
    jobs: [],
    migrations: notesMigrations,
  })
  under = await startUnderTest(definition, { ports: {} })
})
afterAll(() => under.stop())
beforeEach(() => {
  taken = 0
  ended = 0
})

const ask = (what: 'export' | 'file', init: RequestInit = {}) =>
  under.service.fetch(new Request(`http://service/api/notes/${what}`, init))

it.each(['export', 'file'] as const)(
  'what a verb streams arrives whole, be it text or bytes: %s',
  async (what) => {
    expect(await (await ask(what)).text()).toBe('first, second')
    expect([taken, ended]).toEqual([3, 0])
  },
)

it.each(['export', 'file'] as const)(
  'what a verb streams is ended when its reader leaves, even before the first piece was taken: %s',
  async (what) => {
    const { body } = await ask(what)
    await body?.cancel()
    expect(ended).toBe(1)
  },
)

it.each(['export', 'file'] as const)('what nobody takes of a HEAD request is ended: %s', async (what) => {
  const response = await ask(what, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(ended).toBe(1)
})

it('a file is given up where the range that was asked for is beyond its end', async () => {
  const { status } = await ask('file', { headers: { range: 'bytes=99-' } })
  expect([status, taken, ended]).toEqual([416, 0, 1])
})

it('a body of very many values is refused for their number, before it is parsed for all to wait', async () => {
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json' }
    const sent = new Request('http://service/api/notes/names', { method: 'POST', body, headers })
    const response = await under.service.fetch(sent)
    return [response.status, (await response.text()).match(/"message":"[^"]*"/)?.[0]]
  }
  // Not even valid, which is not looked at.
  const refusal = [400, '"message":"The request has too many values."']
  expect(await send(`{"name": "x", "more": [${'1,'.repeat(5000)}`)).toEqual(refusal)
  expect(taken).toBe(0)
  expect(await send(JSON.stringify({ name: '[,:{'.repeat(5000) }))).toEqual([204, undefined])
})

it.each([
  ['half a character', '"\\ud800"'],
  ['a NUL', '"\\u0000"'],
])('a body with what cannot be stored is refused: %s', async (_, value) => {
  const headers = { 'content-type': 'application/json' }
  const send = (body: string) =>
    under.service.fetch(new Request('http://service/api/notes/names', { method: 'POST', body, headers }))
  const { status } = await send(`{"name": ${value}}`)
  expect([status, taken]).toEqual([400, 0])
  expect((await send('{"name": "\\ud83d\\ude00"}')).status).toBe(204)
})

it('a client that leaves while another service is asked for it is logged as information, and counts as no failure', async () => {
  const leaving = new AbortController()
  const request = fetch(`${under.service.url}/api/notes/others`, { signal: leaving.signal })
  await expect.poll(() => taken).toBe(1)
  leaving.abort()
  await expect(request).rejects.toThrow()
  const logged = () => under.logLines.find((line) => line.includes('/api/notes/others')) ?? '{}'
  await expect.poll(() => JSON.parse(logged())).toMatchObject({ level: 'info', status: 400 })
})
