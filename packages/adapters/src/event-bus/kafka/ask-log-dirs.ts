import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { KafkaConfig } from 'kafkajs'
import { type KafkaOwner, openKafka } from './kafka-client.ts'
import { type LogDir, logDirsRequest, readLogDirs } from './log-dirs.ts'

/** A broker by its own address, and how the portal reaches it. */
export interface BrokerToAsk {
  readonly url: string
  readonly owner: KafkaOwner
  /** `host:port`. */
  readonly host: string
}

/**
 * A broker's log folders. Rejects before Kafka 3.3 and for users who may not describe the cluster.
 */
export async function askLogDirs({ url, owner, host }: BrokerToAsk): Promise<readonly LogDir[]> {
  const opened: Socket[] = []
  const open = owner.socketFactory ?? openSocket
  const socketFactory: KafkaConfig['socketFactory'] = (options) => {
    const socket = open(options)
    opened.push(socket)
    return socket
  }
  const admin = openKafka(url, { ...owner, socketFactory }, host).admin()
  try {
    await admin.connect()
    const [socket] = opened
    if (socket === undefined) throw new Error('KafkaJS opened no connection.')
    return await exchange(socket)
  } finally {
    await admin.disconnect().catch(() => 'it was not connected')
  }
}

async function exchange(socket: Socket): Promise<readonly LogDir[]> {
  // KafkaJS would take the response for its own.
  socket.removeAllListeners('data')
  const ended = once(socket, 'close').then(() => {
    throw new Error('Kafka closed the connection: it does not know the request.')
  })
  const answered = new Promise<readonly LogDir[]>((resolve, reject) => {
    let received = Buffer.alloc(0)
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      try {
        const dirs = readLogDirs(received)
        if (dirs !== null) resolve(dirs)
      } catch (error) {
        reject(error)
      }
    })
  })
  socket.write(logDirsRequest())
  return Promise.race([answered, ended])
}

/** KafkaJS's default. */
const openSocket: NonNullable<KafkaConfig['socketFactory']> = ({ host, port, ssl, onConnect }) =>
  ssl
    ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...ssl }, onConnect)
    : connectPlain({ host, port }, onConnect)
