import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { EngineUrl } from '../../engine-url/engine-url.ts'
import { unreachedKafka } from './kafka-failure.ts'

const apiVersions = 18
const defaultPort = 9092
const timeoutMs = 4000
const responseBytesMax = 100_000

/** Latest version of each request in KafkaJS 2.2.4 (https://kafka.apache.org/protocol). */
const spoken = new Map([
  [0, 7], // Produce
  [1, 11], // Fetch
  [2, 3], // ListOffsets
  [3, 6], // Metadata
  [8, 5], // OffsetCommit
  [9, 4], // OffsetFetch
  [10, 2], // FindCoordinator
  [11, 5], // JoinGroup
  [12, 3], // Heartbeat
  [13, 3], // LeaveGroup
  [14, 3], // SyncGroup
  [22, 1], // InitProducerId
])
/** ListTransactions came with Kafka 3.0, the oldest that we try (KIP-664). */
const sinceKafka3 = 66

/**
 * Asks one broker of the address after another which requests it takes (ApiVersions 0, allowed
 * before authentication). Resolves to null when one answers that the client can work with, else to
 * one sentence that names no address.
 */
export async function probeKafka(address: EngineUrl): Promise<string | null> {
  let verdict = ''
  for (const host of address.hosts) {
    try {
      const problem = judge(await askVersions(host, address.isSecure))
      if (problem === null) return null
      verdict = `Kafka ${problem}`
    } catch (error) {
      const isForeign = error instanceof NoKafka
      verdict ||= isForeign
        ? `What answers is not Kafka, or wants ${address.isSecure ? 'no encryption' : 'encryption (kafka+tls://)'}.`
        : unreachedKafka(error)
    }
  }
  return verdict
}

class NoKafka extends Error {}

type Ranges = ReadonlyMap<number, { readonly min: number; readonly max: number }>

function judge(ranges: Ranges): string | null {
  if (!ranges.has(sinceKafka3)) return 'is older than 3.0, which the portal needs.'
  const isTooNew = [...spoken].some(([key, latest]) => (ranges.get(key)?.min ?? latest + 1) > latest)
  return isTooNew ? 'is newer than what the portal’s client speaks.' : null
}

async function askVersions(host: string, isSecure: boolean): Promise<Ranges> {
  const { hostname, port } = new URL(`tcp://${host}`)
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) }
  const name = isIP(target.host) === 0 ? { servername: target.host } : {}
  const socket = isSecure ? connectTls({ ...target, ...name }) : connectPlain(target)
  try {
    return await answered(socket, isSecure ? 'secureConnect' : 'connect')
  } finally {
    socket.destroy()
  }
}

function answered(socket: Socket, connected: string): Promise<Ranges> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    let isConnected = false
    socket.setTimeout(timeoutMs, () => reject(new Error('The broker does not answer in time.')))
    socket.on('error', (error) => reject(isConnected ? new NoKafka('closed', { cause: error }) : error))
    socket.on('close', () => reject(new NoKafka('closed')))
    socket.on(connected, () => {
      isConnected = true
      socket.write(versionsRequest())
    })
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      const size = received.length < 4 ? 0 : received.readInt32BE(0)
      if (size < 0 || size > responseBytesMax) reject(new NoKafka('no answer of Kafka'))
      else if (size > 0 && received.length >= size + 4) {
        const ranges = readRanges(received.subarray(4, size + 4))
        if (ranges) resolve(ranges)
        else reject(new NoKafka('no answer of Kafka'))
      }
    })
  })
}

function versionsRequest(): Buffer {
  const request = Buffer.alloc(14)
  request.writeInt32BE(10, 0)
  request.writeInt16BE(apiVersions, 4)
  request.writeInt16BE(0, 6)
  request.writeInt32BE(1, 8)
  request.writeInt16BE(-1, 12) // no client id
  return request
}

/** Correlation id, error code, then per request its key and the versions from and to. */
function readRanges(answer: Buffer): Ranges | null {
  if (answer.length < 10 || answer.readInt32BE(0) !== 1 || answer.readInt16BE(4) !== 0) return null
  const count = answer.readInt32BE(6)
  if (count < 0 || answer.length < 10 + count * 6) return null
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const at = 10 + n * 6
      return [answer.readInt16BE(at), { min: answer.readInt16BE(at + 2), max: answer.readInt16BE(at + 4) }]
    }),
  )
}
