import { join } from 'node:path'
import { waitForEnd } from '@portal/adapters/processes/running-process'
import { takeLock } from '@portal/build/take-lock'
import { sleep } from '@portal/service-kit/sleep'
import { enginesNamed } from './all-engines.ts'
import { enginesFolder } from './install/engines-folder.ts'
import { startSupervisor } from './supervise/start-supervisor.ts'
import { callSupervisor, readStatus } from './supervise/supervisor-client.ts'
import { readRunFile, type SupervisorAccess } from './supervise/supervisor-order.ts'

const runFileName = 'supervisor.json'
const endsWithinMs = 60_000
const lookEveryMs = 500
type Write = (line: string) => void
type Command = (names: readonly string[], write: Write) => Promise<void>

const commands: ReadonlyMap<string, Command> = new Map(Object.entries({ up, down, status }))

/** `npm run engines -- up|down|status [name…]`: background engines for development. */
export async function runEnginesCommand(args: readonly string[], write: Write): Promise<void> {
  const [name = '', ...engines] = args
  const command = commands.get(name)
  if (!command) throw new Error('Usage: npm run engines -- up|down|status [name…].')
  enginesNamed(engines)
  await command(engines, write)
}

/** Starts the named engines, or all; a failure does not stop the others. */
async function up(names: readonly string[], write: Write): Promise<void> {
  const { access, isHeard } = await openSupervisor(write)
  const wanted = enginesNamed(names).map((engine) => engine.name)
  const starts = Promise.allSettled(wanted.map((name) => callSupervisor(access, `/${name}/start`)))
  if (!isHeard) await reportProgress(access, wanted, { write, until: starts })
  const failed = (await starts).flatMap((result) =>
    result.status === 'rejected' ? [sentenceOf(result.reason)] : [],
  )
  await list(access, write)
  if (failed.length > 0) throw new Error(failed.join('\n'))
}

/** The running supervisor, or a new one; of several concurrent callers, one starts it. */
async function openSupervisor(write: Write): Promise<{ access: SupervisorAccess; isHeard: boolean }> {
  const folder = await enginesFolder()
  const waiting = () => write('  Waiting for another process that is starting engines')
  using _lock = await takeLock(join(folder, '.supervisor.lock'), waiting)
  const running = await findRunning()
  if (running) return { access: running, isHeard: false }
  const order = { dataFolder: join(folder, 'data'), isTemporary: false, runFile: join(folder, runFileName) }
  const { access } = await startSupervisor(order, (line) => write(`  ${line}`))
  return { access, isHeard: true }
}

/** Reports engine states while waiting for a supervisor that another process started. */
async function reportProgress(
  access: SupervisorAccess,
  names: readonly string[],
  { write, until }: { readonly write: Write; readonly until: Promise<unknown> },
): Promise<void> {
  const over = new AbortController()
  const ended = until.then(() => over.abort())
  const reported = new Map<string, string>()
  while (!over.signal.aborted) {
    for (const { name, state } of (await readStatus(access)) ?? []) {
      const isWorking = state === 'installing' || state === 'starting'
      if (isWorking && names.includes(name) && reported.get(name) !== state) write(`  ${name}: ${state}`)
      reported.set(name, state)
    }
    await Promise.race([ended, sleep(lookEveryMs, over.signal)])
  }
}

/** Stops the named engines, or all and the supervisor. Never touches foreign processes. */
async function down(names: readonly string[], write: Write): Promise<void> {
  const running = await findRunning()
  if (!running) return write('No engines are running.')
  if (names.length > 0) {
    await Promise.all(names.map((name) => callSupervisor(running, `/${name}/stop`)))
    return list(running, write)
  }
  await callSupervisor(running, '/end')
  if (!(await waitForEnd(running.pid, endsWithinMs))) throw new Error('The engines did not stop in time.')
  write('The engines are stopped.')
}

async function status(_names: readonly string[], write: Write): Promise<void> {
  const running = await findRunning()
  if (running) await list(running, write)
  else write('No engines are running.')
}

async function list(access: SupervisorAccess, write: Write): Promise<void> {
  for (const { name, state, url } of (await readStatus(access)) ?? []) {
    write(`  ${name.padEnd(14)} ${state.padEnd(11)} ${state === 'down' ? '' : url}`.trimEnd())
  }
}

/** The supervisor named by the run file, if it still responds. */
async function findRunning(): Promise<SupervisorAccess | null> {
  const access = await readRunFile(join(await enginesFolder(), runFileName))
  return access && (await readStatus(access)) ? access : null
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
