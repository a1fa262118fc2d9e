import { requestOf, responseIn } from './broker-socket.ts'

// DescribeLogDirs of the Kafka protocol, which KafkaJS does not speak: API 35, version 4 (KIP-827,
// since Kafka 3.3;
// https://kafka.apache.org/protocol#The_Messages_DescribeLogDirs). Compact: lengths are varints and
// one more than what they count.

/** A log folder of a broker. Sizes in bytes, -1 if unknown. */
export interface LogDir {
  readonly hasFailed: boolean
  readonly totalBytes: number
  readonly usableBytes: number
}

/** Beyond this, what answers is no broker. */
const responseBytesMax = 8 * 1024 * 1024

/** The request. Its list of topics is empty: folders alone are asked for. */
export function logDirsRequest(): Buffer {
  return requestOf(35, 4, [0, 1, 0]) // no tagged fields, no topics, no tagged fields
}

/**
 * The folders that a response reports, null while a part of it is still to come. Throws
 * RangeError for what is no response to the request, and Error when the broker does not tell this
 * user (who may not describe the cluster).
 */
export function readLogDirs(received: Buffer): readonly LogDir[] | null {
  const body = responseIn(received, responseBytesMax)
  if (body === null) return null
  const response = new CompactReader(body)
  response.tags()
  response.skip(4) // throttled for
  const refusal = response.int16()
  if (refusal !== 0) throw new Error(`Kafka does not tell about its disks (error ${refusal}).`)
  return response.list(() => {
    const error = response.int16()
    response.bytes() // the folder's path
    response.list(() => skipTopic(response))
    const sizes = { totalBytes: response.int64(), usableBytes: response.int64() }
    response.tags()
    return { hasFailed: error !== 0, ...sizes }
  })
}

function skipTopic(response: CompactReader): void {
  response.bytes()
  response.list(() => {
    response.skip(4 + 8 + 8 + 1) // partition, size, lag, whether it is moving here
    response.tags()
  })
  response.tags()
}

/** Reads one value of the protocol after another. Throws RangeError beyond the end. */
class CompactReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  skip(count: number): number {
    const from = this.#at
    this.#at += count
    if (this.#at > this.#bytes.length) throw new RangeError('The response of Kafka ends too early.')
    return from
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.skip(2))
  }

  int64(): number {
    return Number(this.#bytes.readBigInt64BE(this.skip(8)))
  }

  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes.readUInt8(this.skip(1))
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new RangeError('A length of Kafka has no end.')
  }

  bytes(): void {
    this.skip(Math.max(0, this.varint() - 1))
  }

  list<T>(item: () => T): T[] {
    const items: T[] = []
    for (let left = this.varint() - 1; left > 0; left -= 1) items.push(item())
    return items
  }

  /** Tagged fields say nothing that we know. */
  tags(): void {
    for (let left = this.varint(); left > 0; left -= 1) {
      this.varint()
      this.skip(this.varint())
    }
  }
}
