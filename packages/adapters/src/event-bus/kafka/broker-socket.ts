import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

const correlationId = 1

interface SocketOptions {
  readonly host: string
  readonly port: number
  readonly ssl?: ConnectionOptions | undefined
  readonly onConnect?: () => void
}

/** Opens a connection as KafkaJS does by default. */
export function openSocket({ host, port, ssl, onConnect }: SocketOptions): Socket {
  return ssl
    ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
    : connectPlain({ host, port }, onConnect)
}

/**
 * Sends a request and resolves to what `read` makes of all that was received, null while a part is
 * still to come. Rejects with what `read` throws, and when the connection ends.
 */
export function exchange<Answer>(
  socket: Socket,
  request: Buffer,
  read: (received: Buffer) => Answer | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('Kafka closed the connection: it does not know the request.')))
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      try {
        const answer = read(received)
        if (answer !== null) resolve(answer)
      } catch (error) {
        reject(error)
      }
    })
    socket.write(request)
  })
}

/** A request without client id and tagged fields: its length, header and body. */
export function requestOf(apiKey: number, version: number, body: readonly number[] = []): Buffer {
  const request = Buffer.alloc(14 + body.length)
  request.writeInt32BE(request.length - 4, 0)
  request.writeInt16BE(apiKey, 4)
  request.writeInt16BE(version, 6)
  request.writeInt32BE(correlationId, 8)
  request.writeInt16BE(-1, 12) // no client id
  request.set(body, 14)
  return request
}

/** A response after its correlation id, null while incomplete. Throws RangeError if it is none. */
export function responseIn(received: Buffer, bytesMax: number): Buffer | null {
  if (received.length < 4) return null
  const size = received.readInt32BE(0)
  if (size < 4 || size > bytesMax) throw new RangeError('This is no response of Kafka.')
  if (received.length < size + 4) return null
  if (received.readInt32BE(4) !== correlationId) throw new RangeError('This answers another request.')
  return received.subarray(8, size + 4)
}
