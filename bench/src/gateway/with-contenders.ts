import { z } from 'zod'
import type { Contender } from './measure.ts'
import { cores, type Program, startPinned } from './pinned-process.ts'

/** What a program of this folder sends once it serves. */
export const Ready = z.object({ url: z.string() })

/** A server to start and to measure. */
export interface ContenderProgram extends Program {
  readonly name: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts servers on their core, and stops them when `act` is done. */
export async function withContenders<T>(
  programs: readonly ContenderProgram[],
  act: (contenders: Contender[]) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack()
  const contenders: Contender[] = []
  for (const { name, headers = {}, ...program } of programs) {
    const server = await startPinned(cores.servers, program)
    opened.defer(() => server.stop())
    contenders.push({ name, headers, url: Ready.parse(server.ready).url, pids: [server.child.pid ?? 0] })
  }
  return await act(contenders)
}
