import { once } from 'node:events'
import { z } from 'zod'
import { cores, cpuMicroseconds, startPinned } from './pinned-process.ts'

/** A server under test. `pids` are the processes whose CPU time counts. */
export interface Contender {
  readonly name: string
  readonly url: string
  readonly pids: readonly number[]
  readonly headers?: Readonly<Record<string, string>>
}

/** CPU microseconds and latency in milliseconds, per request. */
export interface Burst {
  readonly cpu: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export interface Effort {
  readonly rounds: number
  readonly requests: number
  /** Requests of the unmeasured first burst. */
  readonly warmUp: number
  readonly connections: number
}

const LoadReport = z.object({
  seconds: z.number(),
  requests: z.number(),
  failed: z.number(),
  p50: z.number(),
  p99: z.number(),
})

/**
 * Measures contenders in interleaved rounds, reversing the order every other round
 * (performance.md). Bursts are in the order of rounds. Throws on any response but 2xx.
 */
export async function measure(
  contenders: readonly Contender[],
  effort: Effort,
): Promise<Map<string, Burst[]>> {
  const load = await startPinned(cores.load, { file: './load-process.ts' })
  const bursts = new Map<string, Burst[]>(contenders.map(({ name }) => [name, []]))
  const burst = async (contender: Contender, requests: number): Promise<Burst> => {
    const before = cpuMicroseconds(contender.pids)
    const answer = once(load.child, 'message')
    const { url, headers = {} } = contender
    load.child.send({ url, headers, amount: requests, connections: effort.connections })
    const report = LoadReport.parse((await answer)[0])
    if (report.failed > 0)
      throw new Error(`${contender.name} failed ${report.failed} of ${report.requests} requests`)
    return {
      cpu: (cpuMicroseconds(contender.pids) - before) / report.requests,
      perSecond: report.requests / report.seconds,
      p50: report.p50,
      p99: report.p99,
    }
  }
  try {
    for (const contender of contenders) await burst(contender, effort.warmUp)
    for (let round = 0; round < effort.rounds; round += 1) {
      const order = round % 2 === 0 ? contenders : [...contenders].reverse()
      for (const contender of order) bursts.get(contender.name)?.push(await burst(contender, effort.requests))
    }
    return bursts
  } finally {
    await load.stop()
  }
}
