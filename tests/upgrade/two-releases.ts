import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePorts } from '@portal/adapters/embedded-postgres/free-port'
import { leashed } from '@portal/adapters/processes/leashed'
import { workspaceRoot } from '@portal/build/build-plan'
import { readPassedOn } from '@portal/deploy/services/config'
import { embeddedEngines } from '@portal/deploy/standalone/embedded-engines'
import {
  databaseName,
  databaseNames,
  type Installation,
  loopback,
  type Ports,
  type ProcessName,
  portNames,
  type Topology,
  topology,
} from '@portal/deploy/standalone/topology'
import { makeSigningKey } from '@portal/gateway-service/remotes/signatures'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { vi } from 'vitest'
import { runFile } from './last-checkout.ts'

const quiet = ['--disable-warning=ExperimentalWarning', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON']
const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64')

/** An installation whose parts run from two checkouts, on databases, events and files of one. */
export interface Stores {
  /** Its ports are those that parts are called at, behind which processes take turns. */
  readonly installation: Omit<Installation, 'version'>
}

export async function makeStores(postgres: string, dataFolder: string): Promise<Stores> {
  const databases = await Promise.all(
    databaseNames.map(async (name) => {
      const unique = `releases_${process.pid}_${databaseName(name)}`
      return [name, await provisionDatabase(postgres, unique)] as const
    }),
  )
  const folder = (name: string) => join(dataFolder, name)
  for (const name of ['shell', 'remotes']) await mkdir(folder(name), { recursive: true })
  const ports = await findFreePorts(portNames.length)
  return {
    installation: {
      // Safe: made of the record's keys.
      databases: Object.fromEntries(databases) as Installation['databases'],
      secrets: {
        ...{ gateway: secret(1), audit: secret(2), remotes: makeSigningKey().privateKey },
        ...{ oidcClient: 'c'.repeat(32), identityAdmin: 'i'.repeat(32) },
      },
      ...{ dataFolder, shellDirectory: folder('shell'), remotesDirectory: folder('remotes') },
      ...{ mailer: '', logLevel: 'warn' },
      // Safe: made of the record's keys.
      ports: Object.fromEntries(portNames.map((name, at) => [name, ports[at]])) as Ports,
    },
  }
}

/** What is called: a process, and the gateway's address for the others. */
export type CalledName = ProcessName | 'internal'

/** Processes of one release. */
export interface RunningRelease {
  /** Where each of them listens. */
  readonly ports: ReadonlyMap<CalledName, number>
  /** Ends them in good order; throws if one did not. */
  stop(): Promise<void>
  /** What they have complained about. */
  readonly said: () => string
}

interface Release {
  readonly checkout: string
  readonly version: string
  readonly names: readonly ProcessName[]
}

/** Starts parts of a release; resolves when all of them are ready. */
export async function startRelease(stores: Stores, release: Release): Promise<RunningRelease> {
  const { checkout, version, names } = release
  const environments = environmentsOf(stores, version)
  const ports = new Map<CalledName, number>()
  const children = new Map<ProcessName, ChildProcess>()
  let output = ''
  for (const name of names) {
    const [port = 0, internal = 0] = await findFreePorts(2)
    // The provider has no second process: others are reached by turns.
    const listen = name === 'identity' ? {} : { LISTEN_PORT: String(port), INTERNAL_PORT: String(internal) }
    const environment: Readonly<Record<string, string>> = { ...environments[name], ...listen }
    ports.set(name, Number(environment.LISTEN_PORT))
    if (name === 'gateway') ports.set('internal', internal)
    const file = join(checkout, 'services', name, 'src', 'main.ts')
    const { program, args } = leashed(process.execPath, [...quiet, file])
    const child = spawn(program, args, { env: { ...readPassedOn(), ...environment } })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += `${version} ${name}: ${chunk}`
      })
    children.set(name, child)
    await untilReady(name === 'gateway' ? internal : Number(environment.LISTEN_PORT), () => output)
  }
  const stop = async ([name, child]: readonly [ProcessName, ChildProcess]) => {
    if (child.exitCode !== null || child.signalCode !== null) return [name, child.exitCode]
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return [name, (await ended)[0]]
  }
  return {
    ports,
    said: () => output,
    stop: async () => {
      const codes = await Promise.all([...children].map(stop))
      if (codes.some(([, code]) => code !== 0)) throw new Error(`${JSON.stringify(codes)}\n${output}`)
    },
  }
}

/** Runs a command of this release as one of its parts, as hooks of the chart and operators do. */
export async function runFor(
  stores: Stores,
  name: ProcessName,
  ...words: readonly string[]
): Promise<string> {
  const [command = '', ...further] = words
  const file = join(workspaceRoot, 'deploy', command, 'main.ts')
  const env = { ...readPassedOn(), ...environmentsOf(stores, 'this')[name] }
  return (await runFile(process.execPath, [...quiet, file, ...further], { env })).stdout
}

/** The variables of this release's configuration are those of the last one, and more. */
function environmentsOf({ installation }: Stores, version: string): Topology {
  const whole = { ...installation, version }
  return topology(whole, embeddedEngines(whole))
}

async function untilReady(port: number, said: () => string): Promise<void> {
  const ask = async () => {
    const { status } = await fetch(`${loopback(port)}/readyz`)
    if (status !== 200) throw new Error(`It is not ready (${status}). ${said().slice(-3000)}`)
  }
  await vi.waitFor(ask, { timeout: 240_000, interval: 500 })
}
