import { createServer, type Server } from 'node:net'
import { createLogger } from '@portal/service-kit/logger'
import { afterEach, expect, test } from 'vitest'
import { kafkaLogCreator } from './kafka/kafka-client.ts'
import { provisionKafkaTopics } from './kafka/provision-kafka-topics.ts'
import { openEventBus } from './open-event-bus.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** A server that gives every first message the same response. */
async function answering(answer: Buffer | string): Promise<string> {
  const server = createServer((socket) =>
    socket.on('data', () => socket.end(answer)).on('error', () => 'gone'),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/**
 * The answer to ApiVersions 0 of a broker that takes these requests, in the versions from and to.
 */
function versionsAnswer(ranges: readonly (readonly [number, number, number])[]): Buffer {
  const answer = Buffer.alloc(14 + ranges.length * 6)
  answer.writeInt32BE(answer.length - 4, 0)
  answer.writeInt32BE(1, 4)
  answer.writeInt32BE(ranges.length, 10)
  ranges.flat().forEach((number, n) => {
    answer.writeInt16BE(number, 14 + n * 2)
  })
  return answer
}

const since3 = [66, 0, 0] as const
const requests = [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 22]

test.each([
  ['older than Kafka 3', versionsAnswer(requests.map((key) => [key, 0, 1])), /^Kafka is older than 3\.0/],
  [
    'newer than its client',
    versionsAnswer([...requests.map((key) => [key, 20, 30] as const), since3]),
    /^Kafka is newer/,
  ],
  ['a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n', /is not Kafka, or wants encryption/],
  ['silent and closes', '', /is not Kafka, or wants encryption/],
])('a broker that is %s is named in one sentence without its address', async (_, answer, sentence) => {
  const host = await answering(answer)
  const bus = await openEventBus(`kafka://${host}`, { name: 'test', log })
  const refusal = await bus.check().catch(String)
  expect(String(refusal).replace('EngineUnavailable: ', '')).toMatch(sentence)
  expect(refusal).not.toContain(host)
  await bus.close()
})

test('without a broker every call says that Kafka does not answer, and closing does not wait for it', async () => {
  const bus = await openEventBus('kafka://127.0.0.1:1', { name: 'test', log })
  const unanswered = { name: 'EngineUnavailable', message: 'Kafka does not answer.' }
  await bus.subscribe({ group: 'g', topics: ['t'], handle: async () => undefined })
  const calls = [
    bus.check(),
    bus.lag('g', ['t']),
    bus.tail({ topics: ['t'], handle: () => undefined }),
    provisionKafkaTopics('kafka://127.0.0.1:1', { log }),
  ]
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(unanswered)))
  await bus.close()
})

test.each([
  ['kafka://user:secret@h?mechanism=gssapi', 'unknown mechanism "gssapi"'],
  ['kafka://user:secret@h?acks=0', 'unknown setting "acks"'],
  ['kafka://', 'cannot be read'],
])('the address %s is refused in a sentence without its secret', async (url, reason) => {
  const refusal = await openEventBus(url, { name: 'test', log }).catch(String)
  expect(refusal).toContain(reason)
  expect(refusal).not.toContain('secret')
})

test('what the client logs goes to our logger: known fields only, a repeated complaint once', () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const write = kafkaLogCreator(createLogger({ service: 'test', level: 'warn', destination }))(4)
  const complaint = { message: 'Connection error', timestamp: '', broker: 'b:1', saslPassword: 'canary' }
  for (let n = 0; n < 5; n += 1) write({ namespace: 'Connection', level: 1, label: 'ERROR', log: complaint })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', kafka: 'Connection', broker: 'b:1' })
  expect(lines[0]).not.toContain('canary')
})
