import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { AttackReport, RunningAttack } from './attack.ts'

/** Loopback addresses, one per simulated client: 127.0.0.2 and up. */
export function clientAddress(index: number): string {
  return `127.0.0.${2 + (index % 250)}`
}

/** A connected socket from this address; what comes back is discarded. */
export async function openFrom(origin: string, localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port), localAddress })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket.resume()
}

/** The head of a request that promises a body of this many bytes. */
export function requestHead(
  origin: string,
  path: string,
  { bytes, type, cookie = '' }: { readonly bytes: number; readonly type: string; readonly cookie?: string },
): string {
  const own = cookie === '' ? [] : [`cookie: ${cookie}`, `origin: ${origin}`]
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    `content-type: ${type}`,
    `content-length: ${bytes}`,
    ...own,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** How many connections, how to open one, and after what time one that was closed comes again. */
export interface CrowdPlan {
  readonly size: number
  readonly againAfterMs: number
  readonly join: (index: number) => Promise<Socket>
}

const countEveryMs = 200
const joiningMax = 50

/** A crowd of connections that is kept at its size: whom the portal refuses, comes again. */
export class Crowd implements RunningAttack {
  readonly #plan: CrowdPlan
  readonly #open = new Set<Socket>()
  readonly #timer: NodeJS.Timeout
  /** While they still come, their mean says nothing of what the portal lets them have. */
  #isWhole = false
  #closed = 0
  #counts = 0
  #counted = 0
  #isOver = false

  private constructor(plan: CrowdPlan) {
    this.#plan = plan
    this.#timer = setInterval(() => {
      if (!this.#isWhole) return
      this.#counts += 1
      this.#counted += this.#open.size
    }, countEveryMs)
  }

  /** Resolves when each has been opened once. */
  static async of(plan: CrowdPlan): Promise<Crowd> {
    const crowd = new Crowd(plan)
    for (let index = 0; index < plan.size; index += joiningMax) {
      const some = Array.from({ length: Math.min(joiningMax, plan.size - index) }, (_, at) => index + at)
      await Promise.all(some.map((one) => crowd.#add(one)))
    }
    crowd.#isWhole = true
    return crowd
  }

  readonly report = (): AttackReport => {
    const mean = this.#counted / Math.max(this.#counts, 1)
    const figures = `${mean.toFixed(0)} of ${this.#plan.size} open on average, ${this.#closed} closed by the portal`
    return { figures, open: mean, isDone: true }
  }

  /** Writes to each that is open. */
  write(bytes: string): void {
    for (const socket of this.#open) socket.write(bytes)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const socket of this.#open) socket.destroy()
  }

  async #add(index: number): Promise<void> {
    const socket = await this.#plan.join(index).catch(() => null)
    if (this.#isOver) return void socket?.destroy()
    const comeAgain = () => {
      if (!this.#isOver) setTimeout(() => void this.#add(index), this.#plan.againAfterMs)
    }
    if (!socket) return comeAgain()
    this.#open.add(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#closed += 1
      comeAgain()
    })
  }
}
