import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/**
 * Current usage of a process. `cpuSeconds` is user plus system time since its start;
 * `waitedSeconds` is how long its main thread could have run but others had the processor, 0 where
 * the system does not count that.
 */
export interface ProcessUsage {
  readonly residentBytes: number
  readonly cpuSeconds: number
  readonly waitedSeconds: number
}

const run = promisify(execFile)
/** Linux reports CPU time in hundredths of a second (USER_HZ), whatever the kernel's tick. */
const ticksPerSecond = 100

/** A process's usage, of /proc on Linux, else of `ps`. Null if the process is gone or invisible. */
export async function readProcessUsage(pid: number | undefined): Promise<ProcessUsage | null> {
  if (pid === undefined || process.platform === 'win32') return null
  return process.platform === 'linux' ? readProc(pid) : readPs(pid)
}

function readProc(pid: number): ProcessUsage | null {
  try {
    // Of another encoding each would leave buffers to collection: 7 MB a second of three processes.
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return {
      residentBytes: Number(resident ?? 0) * 1024,
      cpuSeconds: ticks / ticksPerSecond,
      waitedSeconds: waitedSecondsOf(pid),
    }
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && /^(ENOENT|ESRCH)$/.test(String(error.code))
    if (isGone) return null
    throw error
  }
}

/** The second figure of schedstat, in nanoseconds (sched-stats.rst); kernels may be without it. */
function waitedSecondsOf(pid: number): number {
  const path = `/proc/${pid}/schedstat`
  if (!existsSync(path)) return 0
  return Number(readFileSync(path, 'utf8').split(' ')[1] ?? 0) / 1e9
}

async function readPs(pid: number): Promise<ProcessUsage | null> {
  const output = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]).catch(() => null)
  const [resident, time] = output?.stdout.trim().split(/\s+/) ?? []
  if (resident === undefined || time === undefined) return null
  return { residentBytes: Number(resident) * 1024, cpuSeconds: secondsOf(time), waitedSeconds: 0 }
}

/** `ps` writes [[dd-]hh:]mm:ss[.cc]. */
function secondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse()
  return clock.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0) + Number(days) * 86_400
}
