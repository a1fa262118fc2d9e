import { once } from 'node:events'
import type { EngineUrl } from '../../engine-url/engine-url.ts'
import { exchange, openSocket, requestOf, responseIn } from './broker-socket.ts'
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
  const socket = openSocket({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
    ssl: isSecure ? {} : undefined,
  })
  const silence = new Error('The broker does not answer in time.')
  socket.setTimeout(timeoutMs, () => socket.destroy(silence))
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect')
    return await exchange(socket, requestOf(apiVersions, 0), readRanges).catch((error: unknown) => {
      throw error === silence ? error : new NoKafka('no answer of Kafka', { cause: error })
    })
  } finally {
    socket.destroy()
  }
}

/** Error code, then per request its key and the versions from and to. */
function readRanges(received: Buffer): Ranges | null {
  const answer = responseIn(received, responseBytesMax)
  if (answer === null) return null
  const count = answer.readInt16BE(0) === 0 ? answer.readInt32BE(2) : -1
  if (count < 0 || answer.length < 6 + count * 6) throw new RangeError('These are no versions of requests.')
  return new Map(
    Array.from({ length: count }, (_, n) => {
      const at = 6 + n * 6
      return [answer.readInt16BE(at), { min: answer.readInt16BE(at + 2), max: answer.readInt16BE(at + 4) }]
    }),
  )
}
