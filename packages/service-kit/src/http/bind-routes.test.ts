import { route } from '@portal/contracts/route'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineService } from '../define-service.ts'

const api = {
  exportNotes: route('GET', '/api/notes/export', {
    can: 'public',
    summary: 'Streams all notes',
    streams: ['text/plain'],
  }),
}
let under: ServiceUnderTest
let taken = 0
let ended = 0

/** Holds something from the start, as an open file does. */
const content: AsyncIterable<string | Uint8Array> = {
  [Symbol.asyncIterator]: () => ({
    next: async () => {
      taken += 1
      if (taken > 2) return { value: undefined, done: true }
      return { value: taken === 1 ? 'first, ' : Buffer.from('second') }
    },
    return: async () => {
      ended += 1
      return { value: undefined, done: true }
    },
  }),
}

beforeAll(async () => {
  const definition = defineService<typeof api, unknown, 'chat'>({
    name: 'chat',
    api,
    verbs: { exportNotes: async (ctx) => void ctx.streamResponse(content) },
    consumers: [],
    jobs: [],
    migrations: notesMigrations,
  })
  under = await startUnderTest(definition, { ports: {} })
})
afterAll(() => under.stop())

const ask = () => under.service.fetch(new Request('http://service/api/notes/export'))

it('what a verb streams arrives whole, be it text or bytes', async () => {
  expect(await (await ask()).text()).toBe('first, second')
  expect([taken, ended]).toEqual([3, 0])
})

it('what a verb streams is ended when its reader leaves, even before the first piece was taken', async () => {
  taken = 0
  const { body } = await ask()
  await body?.cancel()
  expect(ended).toBe(1)
})
