import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SupervisorRecord } from '@portal/adapters/embedded-postgres/postmaster'
import { z } from 'zod'

const bootstrap = fileURLToPath(new URL('../../../tools/bootstrap/run.mjs', import.meta.url))

const PortalFile = z.object({
  address: z.string(),
  logins: z.array(
    z.object({
      username: z.string(),
      password: z.string(),
      role: z.string().nullable(),
      organization: z.string().nullable(),
    }),
  ),
})

/** How to start a portal, as `npm run <command> -- --data <dataFolder> <args>` would. */
export interface PortalStart {
  readonly command: 'start' | 'start:services'
  readonly dataFolder: string
  /** Picks a free port unless one is given. */
  readonly args?: readonly string[]
  /** That of this process by default. */
  readonly environment?: NodeJS.ProcessEnv
  /** Called with each line that it prints, and the process that prints it or its ancestor. */
  readonly onLine?: (line: string, pid: number) => void
}

/** A portal in its own processes, as users start it. */
export interface PortalProcess extends z.infer<typeof PortalFile> {
  /** The serving process, or the parent of those. */
  readonly pid: number
  readonly output: () => string
  /** Sends Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>
  /** kill -9 of the bootstrap and the serving process. */
  kill(): Promise<void>
}

/** Starts a portal; resolves when it is ready, rejects with its output if it exits before. */
export async function startPortalProcess(start: PortalStart): Promise<PortalProcess> {
  const { child, output } = spawnPortal(start)
  await new Promise<void>((ready, failed) => {
    child.stdout?.on('data', () => output().includes('The portal is ready') && ready())
    child.on('exit', () => failed(new Error(`The portal ended while it started.\n${output()}`)))
  })
  const portal = PortalFile.parse(JSON.parse(await readFile(join(start.dataFolder, 'portal.json'), 'utf8')))
  const supervisor = await readFile(join(start.dataFolder, 'postgres', 'supervisor.json'), 'utf8')
  const pid = SupervisorRecord.parse(JSON.parse(supervisor)).parentPid
  return {
    ...portal,
    pid,
    output,
    interrupt: async () => {
      child.kill('SIGINT')
      return exitCode(child)
    },
    kill: async () => {
      child.kill('SIGKILL')
      process.kill(pid, 'SIGKILL')
      await exitCode(child)
    },
  }
}

/** Starts a portal that must refuse to start; resolves with its output and exit code. */
export async function refusedPortalStart(
  start: PortalStart,
): Promise<{ readonly output: string; readonly code: number | null }> {
  const { child, output } = spawnPortal(start)
  return { code: await exitCode(child), output: output() }
}

function spawnPortal({ command, dataFolder, args = [], environment, onLine }: PortalStart) {
  const port = args.includes('--port') ? [] : ['--port', '0']
  const child = spawn(process.execPath, [bootstrap, command, '--data', dataFolder, ...port, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(environment && { env: environment }),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk)
    })
  }
  if (onLine) createInterface(child.stdout).on('line', (line) => onLine(line, child.pid ?? 0))
  return { child, output: () => text }
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
