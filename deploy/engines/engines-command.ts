import { join } from 'node:path'
import { waitForEnd } from '@portal/adapters/embedded-postgres/running-process'
import { enginesNamed } from './all-engines.ts'
import { enginesFolder } from './install/engines-folder.ts'
import { readRunFile } from './supervise/run-file.ts'
import { startSupervisor } from './supervise/start-supervisor.ts'
import { readStatus, tellSupervisor } from './supervise/supervisor-client.ts'
import type { SupervisorAccess } from './supervise/supervisor-order.ts'

const runFileName = 'supervisor.json'
const endsWithinMs = 60_000
type Write = (line: string) => void
type Command = (names: readonly string[], write: Write) => Promise<void>

const commands: Readonly<Record<string, Command>> = { up, down, status }

/** `npm run engines -- up|down|status [name…]`: engines that run in the background, for development. Throws one sentence. */
export async function runEnginesCommand(args: readonly string[], write: Write): Promise<void> {
  const [name = '', ...engines] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error('Say npm run engines -- up|down|status [name…].')
  enginesNamed(engines)
  await command(engines, write)
}

/** Starts the named engines, or all, and leaves them running. One that cannot be started does not keep the others from it. */
async function up(names: readonly string[], write: Write): Promise<void> {
  const access = (await findRunning()) ?? (await startInBackground(write))
  const wanted = enginesNamed(names).map((engine) => engine.name)
  const results = await Promise.allSettled(wanted.map((name) => tellSupervisor(access, `/${name}/start`)))
  await list(access, write)
  const failed = results.flatMap((result) =>
    result.status === 'rejected' ? [sentenceOf(result.reason)] : [],
  )
  if (failed.length > 0) throw new Error(failed.join('\n'))
}

async function startInBackground(write: Write): Promise<SupervisorAccess> {
  const folder = await enginesFolder()
  const order = { dataFolder: join(folder, 'data'), isTemporary: false, runFile: join(folder, runFileName) }
  const supervisor = await startSupervisor(order, (line) => write(`  ${line}`))
  supervisor.release()
  return supervisor.access
}

/** Stops the named engines, or all and the supervisor with them. What it did not start it does not touch. */
async function down(names: readonly string[], write: Write): Promise<void> {
  const running = await findRunning()
  if (!running) return write('No engines are running.')
  if (names.length > 0) {
    await Promise.all(names.map((name) => tellSupervisor(running, `/${name}/stop`)))
    return list(running, write)
  }
  await tellSupervisor(running, '/end')
  if (!(await waitForEnd(running.pid, endsWithinMs))) throw new Error('The engines did not stop in time.')
  write('The engines are stopped.')
}

/** Prints what runs where. */
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

/** The supervisor of the run file, if it still answers. */
async function findRunning(): Promise<SupervisorAccess | null> {
  const access = await readRunFile(join(await enginesFolder(), runFileName))
  return access && (await readStatus(access)) ? access : null
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
