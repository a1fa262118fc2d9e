import type { Socket } from 'node:net'
import { sleep } from '@portal/service-kit/sleep'
import { exchange, openSocket } from './broker-socket.ts'
import { type KafkaOwner, openKafka } from './kafka-client.ts'
import { noAnswer } from './kafka-failure.ts'
import { type LogDir, logDirsRequest, readLogDirs } from './log-dirs.ts'

const lowShare = 0.01
const lowBytesMin = 16 * 1024 ** 2
const lowBytesMax = 1024 ** 3
/** Beside the check, which must not wait for a broker that hangs. */
const answerMs = 700

/** What brokers report about their disks, kept because a full one halts and falls silent. */
export class KafkaDisks {
  readonly #url: string
  readonly #owner: KafkaOwner
  readonly #reported = new Map<string, readonly LogDir[]>()

  constructor(url: string, owner: KafkaOwner) {
    this.#url = url
    this.#owner = owner
  }

  /** One sentence if a broker (`host:port`) lost a disk or is almost out of space, else null. */
  async problem(hosts: readonly string[]): Promise<string | null> {
    const dirs = (await Promise.all(hosts.map((host) => this.#dirsOf(host)))).flat()
    if (dirs.some(({ hasFailed }) => hasFailed)) return 'Kafka cannot write to its disk.'
    return dirs.some(isLow) ? 'Kafka has almost no disk space left, and halts when it has none.' : null
  }

  /** The sentence about a problem; silence is explained by the last reports. */
  explained(problem: string): string {
    const wereLow = [...this.#reported.values()].flat().some(isLow)
    return problem === noAnswer && wereLow
      ? 'Kafka does not answer; when it last did, it had almost no disk space left.'
      : problem
  }

  /** None if the broker does not say in time: this asks more than a client needs. */
  async #dirsOf(host: string): Promise<readonly LogDir[]> {
    const answered = new AbortController()
    const asked = this.#ask(host).then((dirs) => {
      this.#reported.set(host, dirs)
      return dirs
    })
    try {
      return await Promise.race([asked, sleep(answerMs, answered.signal).then(() => [])])
    } catch {
      return []
    } finally {
      answered.abort()
    }
  }

  /** Rejects before Kafka 3.3 and for users who may not describe the cluster. */
  async #ask(host: string): Promise<readonly LogDir[]> {
    const opened: Socket[] = []
    const open = this.#owner.socketFactory ?? openSocket
    const socketFactory: typeof open = (options) => {
      const socket = open(options)
      opened.push(socket)
      return socket
    }
    const admin = openKafka(this.#url, { ...this.#owner, socketFactory }, host).admin()
    try {
      await admin.connect()
      const [socket] = opened
      if (socket === undefined) throw new Error('KafkaJS opened no connection.')
      // KafkaJS would take the response for its own.
      socket.removeAllListeners('data')
      return await exchange(socket, logDirsRequest(), readLogDirs)
    } finally {
      await admin.disconnect().catch(() => 'it was not connected')
    }
  }
}

function isLow({ totalBytes, usableBytes }: LogDir): boolean {
  const lowBytes = Math.max(lowBytesMin, Math.min(totalBytes * lowShare, lowBytesMax))
  return usableBytes >= 0 && usableBytes < lowBytes
}
