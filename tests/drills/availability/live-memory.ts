import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendSignal } from '@portal/adapters/processes/running-process'
import { sleep } from '@portal/service-kit/sleep'

const hook = fileURLToPath(new URL('../live-memory.setup.ts', import.meta.url))
const patience = { triesMax: 300, everyMs: 100 }
/** Bit `n - 1` of Linux' mask of caught signals is that of signal `n`. */
const sigusr2 = 1n << 11n

/** The environment of a portal whose processes say how much memory they have left. */
export function withLiveMemory(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '' } = process.env
  return { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} --expose-gc --import=${hook}` }
}

/**
 * Has the process collect its garbage; resolves to the megabytes that it has left, or to null if it
 * cannot say: it has ended, or was started otherwise. `status` is its file of this name in /proc.
 */
export async function liveMemoryOf(pid: number, status: string): Promise<number | null> {
  const caught = BigInt(`0x${/^SigCgt:\s+(\w+)/m.exec(status)?.[1] ?? '0'}`)
  if ((caught & sigusr2) === 0n) return null
  const file = join(tmpdir(), `portal-memory-${pid}`)
  sendSignal(pid, 'SIGUSR2')
  for (let tries = 0; tries < patience.triesMax; tries += 1) {
    await sleep(patience.everyMs)
    const answer = await readFile(file, 'utf8').catch(() => null)
    if (answer === null) continue
    await rm(file)
    return Number(answer)
  }
  return null
}
