import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePorts } from '@portal/adapters/embedded-postgres/free-port'
import { takeLock } from '@portal/build/take-lock'
import { enginesNamed } from '../all-engines.ts'
import { readToolEnvironment } from '../config.ts'
import { enginesFolder } from '../install/engines-folder.ts'
import { toolsOf } from '../install/tools.ts'
import { openControlServer } from './control-server.ts'
import { SupervisedEngine } from './supervised-engine.ts'
import {
  type SupervisorAccess,
  SupervisorOrder,
  type SupervisorReport,
  writeRunFile,
} from './supervisor-order.ts'

// The engines' parent process. Stops them when the IPC channel closes because the parent died; with
// a run file it lives on. If it is killed itself, the kernel ends its engines (leashed.ts).
const order = SupervisorOrder.parse(JSON.parse(process.argv[2] ?? 'null'))
const engines = new Map<string, SupervisedEngine>()
let isEnding = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
if (order.runFile === undefined) process.on('disconnect', end)

await mkdir(order.dataFolder, { recursive: true, mode: 0o711 })
// An orphaned supervisor may still be stopping engines on this data. Held until exit.
const dataLock = await takeLock(join(order.dataFolder, 'supervisor.lock'), () =>
  report({ kind: 'note', line: 'Waiting for the engines of the previous start to stop' }),
)
await instance()
const secret = randomBytes(24).toString('base64url')
const control = { url: await openControlServer({ engines, secret, end, isEnding: () => isEnding }), secret }
const urls = Object.fromEntries([...engines].map(([name, engine]) => [name, engine.status.url]))
const access: SupervisorAccess = { pid: process.pid, urls, control }
if (order.runFile !== undefined) await writeRunFile(order.runFile, access)
report({ kind: 'open', access })
if (!process.connected && order.runFile === undefined) end()

/** Assigns ports and a secret to every engine; starts none. */
async function instance(): Promise<void> {
  const known = enginesNamed([])
  const ports = await findFreePorts(known.reduce((sum, engine) => sum + engine.portCount, 0))
  const shared = {
    tools: toolsOf(readToolEnvironment()),
    note: (line: string) => report({ kind: 'note', line }),
    isTemporary: order.isTemporary,
    ...(order.publicOrigin === undefined ? {} : { publicOrigin: order.publicOrigin }),
    ...(order.advertisedHost === undefined ? {} : { advertisedHost: order.advertisedHost }),
  }
  for (const engine of known) {
    const instance = {
      ...shared,
      programs: join(await enginesFolder(), engine.release),
      data: join(order.dataFolder, engine.name),
      ports: ports.splice(0, engine.portCount),
      secret: await readOrMakeSecret(join(order.dataFolder, `${engine.name}.secret`)),
    }
    engines.set(engine.name, new SupervisedEngine(engine, instance))
  }
}

function end(): void {
  if (isEnding) return
  isEnding = true
  void endAll()
}

async function endAll(): Promise<void> {
  await Promise.all([...engines.values()].map((engine) => engine.close()))
  if (order.runFile !== undefined) await rm(order.runFile, { force: true })
  if (order.isTemporary) await rm(order.dataFolder, { recursive: true, force: true })
  dataLock[Symbol.dispose]()
  process.exit()
}

function report(message: SupervisorReport): void {
  if (process.connected) process.send?.(message)
  else if (message.kind === 'note') console.log(message.line)
}

/** Kept with the data, where some engines store their password: 192 random bits, mode 600. */
async function readOrMakeSecret(file: string): Promise<string> {
  const fresh = randomBytes(24).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
