import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { followRoute, readEvents } from './event-stream.ts'
import { route } from './route.ts'

/** A response whose body arrives in these pieces. */
function arriving(pieces: readonly Uint8Array[]): Response {
  return new Response(ReadableStream.from(pieces))
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => all(readEvents(arriving([bytes(text)])))

it.each([
  ['a comment and a retry', ': beat\n\nretry: 1000\n\ndata: a\n\n', [['', 'message', 'a']]],
  [
    'names, ids that last, and data of two lines',
    'id: 1\nevent: x\ndata: a\ndata:b\n\ndata: c\n\n',
    [
      ['1', 'x', 'a\nb'],
      ['1', 'message', 'c'],
    ],
  ],
  [
    'all line ends',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
    [
      ['', 'message', 'a'],
      ['', 'message', 'b'],
      ['', 'message', 'c'],
    ],
  ],
  ['an event without its end', 'data: a\n\ndata: b\n', [['', 'message', 'a']]],
  ['fields without a colon, and unknown ones', 'data\nother: 1\n\n', [['', 'message', '']]],
])('reads %s', async (_, text, expected) => {
  expect((await read(text)).map(({ id, event, data }) => [id, event, data])).toEqual(expected)
})

it('reads the same wherever the bytes are cut', async () => {
  const text = 'id: 7\r\nevent: text\r\ndata: {"content":"§ 4 — “Größe” 🙂"}\r\n\r\n: beat\n\ndata: ü\n\n'
  const whole = await read(text)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: bytes(text).length }), { maxLength: 12 }), async (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), bytes(text).length]
      const pieces = at.slice(1).map((end, index) => bytes(text).slice(at[index], end))
      expect(await all(readEvents(arriving(pieces)))).toEqual(whole)
    }),
    { numRuns: 200 },
  )
})

const counting = route('GET', '/api/count', {
  can: 'public',
  summary: 'Counts',
  events: { number: z.object({ n: z.number() }) },
})

it('a route’s events are parsed, and those that are not known yet left out', async () => {
  const body = 'id: 1\nevent: number\ndata: {"n":1,"more":true}\n\nid: 2\nevent: new\ndata: 1\n\n'
  const client = { request: async () => arriving([bytes(body)]) }
  const events = await all(followRoute(client, { route: counting, input: {} }))
  expect(events).toEqual([{ id: 1, event: 'number', data: { n: 1 } }])
})
