import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** What the processes of each name have used until now, and the memory that they have. */
export type Usage = ReadonlyMap<string, { readonly cpuSeconds: number; readonly memoryMb: number }>

const ticksPerSecond = 100
const kbPerPage = 4

/**
 * Usage of a process and all below it, summed by what they are: a service, an engine. Memory that
 * processes share is not counted. Only on Linux.
 */
export async function usageBelow(root: number): Promise<Usage> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const processes = (await Promise.all(ids.map(readProcess))).filter((one) => one !== null)
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const usage = new Map<string, { cpuSeconds: number; memoryMb: number }>()
  const add = ({ id, name, ticks, pages }: Process) => {
    const before = usage.get(name) ?? { cpuSeconds: 0, memoryMb: 0 }
    usage.set(name, {
      cpuSeconds: before.cpuSeconds + ticks / ticksPerSecond,
      memoryMb: before.memoryMb + (pages * kbPerPage) / 1024,
    })
    for (const child of children.get(id) ?? []) add(child)
  }
  for (const process of processes.filter(({ id }) => id === root)) add(process)
  return usage
}

interface Process {
  readonly id: number
  readonly parent: number
  readonly name: string
  /** Its own, and those of children that have ended. */
  readonly ticks: number
  readonly pages: number
}

async function readProcess(id: number): Promise<Process | null> {
  const read = (name: string) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '')
  const [stat, command, memory] = await Promise.all([read('stat'), read('cmdline'), read('statm')])
  // After the name in parentheses, which may hold anything: proc_pid_stat(5) from field 3 on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Without a command line it has ended, and waits for its parent to count it.
  if (fields.length < 22 || command === '') return null
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
  const [, resident = 0, shared = 0] = memory.split(' ')
  return {
    id,
    parent: Number(fields[1]),
    name: partName(command),
    ticks,
    pages: Number(resident) - Number(shared),
  }
}

function partName(command: string): string {
  const service = /services\/([\w-]+)\/src\/[a-z-]*main\.ts/.exec(command)?.[1]
  if (service) return service
  if (command.includes('standalone/main.ts')) return 'all services in one process'
  const [program = '', ...args] = command.split('\0')
  if (basename(program).startsWith('postgres')) return 'Postgres'
  const script = args.find((arg) => /\.(ts|mjs|js)$/.test(arg))
  return script === undefined ? basename(program) : basename(script).replace(/\.\w+$/, '')
}
