import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { findFreePorts } from '@portal/adapters/embedded-postgres/free-port'
import { offerFirstOperator, openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { workspaceRoot } from '@portal/build/build-plan'
import { readRemoteKeys } from '@portal/contracts/remote-statement'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import type { Stoppable } from '@portal/service-kit/stop-on-signal'
import { keepTrying, type Patience } from '../keep-trying.ts'
import type { SeedOptions } from '../seed/demo-session.ts'
import { seedDemo } from '../seed/seed-demo.ts'
import { buildFrontEnds } from './build-front-ends.ts'
import { mailFolder, makeDataFolder, postgresFolder, remotesFolder, removeDataFolder } from './data-folder.ts'
import { enlivenDemo } from './enliven-demo.ts'
import { openEngines } from './open-engines.ts'
import { demoLogins, type PortalFile, readPortalFile, writePortalFile } from './portal-file.ts'
import type { PortalOptions } from './portal-options.ts'
import { type Progress, persistent } from './progress.ts'
import { publishRemotes, type RemotesTarget } from './publish-remotes.ts'
import { refillProjections } from './refill-projections.ts'
import { readOrMakeSecrets } from './secrets.ts'
import {
  type DatabaseName,
  databaseName,
  databaseNames,
  type Installation,
  loopback,
  operatorName,
  type Ports,
  portNames,
  publicOrigin,
  remoteKeys,
  type Topology,
  topology,
} from './topology.ts'
import { untilReady } from './until-ready.ts'

export interface RunningParts extends Stoppable {
  /** Rejects with a sentence when a part exits and cannot be kept alive; ends a start. */
  readonly broken?: Promise<never>
}

/** Runs a topology: in this process, or each part in its own. */
export type Runner = (topology: Topology, progress: Progress) => Promise<RunningParts>

export interface StartOptions {
  readonly options: PortalOptions
  readonly run: Runner
  readonly progress: Progress
  readonly halted: AbortSignal
  /** Serves shell and remotes in front of the gateway; by default the gateway serves builds. */
  readonly frontServer?: FrontServer
}

/** Opens the public address in front of the gateway at `upstream`. */
export type FrontServer = (addresses: {
  readonly port: number
  readonly upstream: string
}) => Promise<Stoppable>

export interface RunningPortal extends Stoppable, PortalFile {
  /** Resolves once the demo's people have asked their questions, or could not. */
  readonly demoAsked: Promise<void>
}

/**
 * Starts everything from build to demo. If a step fails or `halted` is aborted, stops whatever was
 * started. Throws one sentence.
 */
export async function startPortal(options: StartOptions): Promise<RunningPortal> {
  const started: Stoppable[] = []
  const stop = async () => {
    for (const part of started.splice(0).reverse()) await part.stop()
  }
  try {
    return { ...(await startParts(options, started)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(start: StartOptions, started: Stoppable[]): Promise<Omit<RunningPortal, 'stop'>> {
  const { options, run, halted, frontServer } = start
  const { dataFolder } = options
  const failing = new AbortController()
  const failsWith = ({ broken }: Pick<RunningParts, 'broken'>) =>
    broken?.catch((error: unknown) => failing.abort(error))
  const patience: Patience = {
    halted: AbortSignal.any([halted, failing.signal]),
    note: start.progress.note,
  }
  const progress = persistent(start.progress, patience.halted)
  await assertPortFree(options.port)
  if (options.isReset) await removeDataFolder(dataFolder, progress.note)
  await makeDataFolder(dataFolder)
  const secrets = await readOrMakeSecrets(dataFolder)
  const building = frontServer
    ? Promise.resolve([])
    : progress('Building', () => buildFrontEnds(progress.note))
  building.catch(() => 'thrown where it is awaited')
  const postgres = await progress('Starting Postgres', () =>
    startEmbeddedPostgres({ dataFolder: postgresFolder(dataFolder), log: progress.note }),
  )
  started.push(postgres)
  failsWith(postgres)
  const databases = await progress('Preparing databases', () => prepareDatabases(postgres.adminUrl))
  const builds = await building
  const installation: Installation = {
    ports: await choosePorts(options.port, frontServer !== undefined),
    databases,
    secrets,
    dataFolder,
    limits: options.limits,
    mailer: options.mailer ?? `file:${mailFolder(dataFolder)}`,
    shellDirectory: join(workspaceRoot, 'shell', 'dist'),
    remotesDirectory: remotesFolder(dataFolder),
    logLevel: 'warn',
    version: '0.1.0',
  }
  await progress('Publishing remotes', () => publishRemotes(remotesOf(installation), builds))
  const engines = await openEngines(options, installation, progress)
  started.push(engines)
  const { addresses } = engines
  const parts = await run(topology(installation, addresses), progress)
  started.push(parts)
  failsWith(parts)
  if (frontServer) {
    const { ports } = installation
    const addresses = { port: ports.public, upstream: loopback(ports.gateway) }
    started.push(await progress('Building for development', () => frontServer(addresses)))
  }
  const address = publicOrigin(installation.ports)
  await progress('Waiting until everything serves', () => untilReady(address, patience))
  const isNew = (await readPortalFile(dataFolder)) === null
  await refillProjections(installation, { isNew, progress, halted: patience.halted })
  const portal = { address, logins: options.hasDemo ? demoLogins(secrets.demoPassword) : [] }
  const { admin } = addresses.identity
  const seed = { address, identities: openIdentityAdmin(admin), passwordOf: passwordFrom(portal) }
  if (options.hasDemo) await prepareDemo(dataFolder, { ...seed, patience }, progress)
  else await inviteOperator(admin, patience)
  await writePortalFile(dataFolder, portal)
  if (!options.hasDemo) return { ...portal, demoAsked: Promise.resolve() }
  const demo = enlivenDemo({ dataFolder, seed, note: start.progress.note })
  started.push(demo)
  return { ...portal, demoAsked: demo.asked }
}

/** The installation signs the builds that it makes itself. */
function remotesOf(installation: Installation): RemotesTarget {
  const { databases, secrets, remotesDirectory, shellDirectory } = installation
  return {
    ...{ urls: databases.gateway, remotesDirectory, shellDirectory },
    remoteKeys: readRemoteKeys(remoteKeys(installation)) ?? new Map(),
    signingKey: createPrivateKey(secrets.remotes),
  }
}

/** Prints a link for the first operator, until they have set a password. */
async function inviteOperator(admin: string, patience: Patience): Promise<void> {
  const sentence = await keepTrying(() => offerFirstOperator(admin, operatorName), patience)
  if (sentence) patience.note(sentence)
}

function passwordFrom({ logins }: PortalFile): SeedOptions['passwordOf'] {
  return (username) => logins.find((login) => login.username === username)?.password ?? ''
}

/** The demo is created once; later changes to it are kept. */
async function prepareDemo(dataFolder: string, seed: SeedOptions, progress: Progress): Promise<void> {
  const before = await readPortalFile(dataFolder)
  if (before && before.logins.length > 0) return
  await progress('Preparing the demo', () => seedDemo(seed))
}

async function prepareDatabases(adminUrl: string): Promise<Installation['databases']> {
  const entries = []
  for (const name of databaseNames) {
    entries.push([name, await provisionDatabase(adminUrl, databaseName(name))] as const)
  }
  return byName(entries)
}

/** Safe: the entries were built from the list of the record's keys. */
function byName<Name extends DatabaseName | keyof Ports, Value>(
  entries: readonly (readonly [Name, Value])[],
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(entries) as Record<Name, Value>
}

async function choosePorts(publicPort: number, hasFrontServer: boolean): Promise<Ports> {
  const free = await findFreePorts(portNames.length)
  const ports = byName(
    portNames.map((name, at) => [name, (name === 'public' && publicPort) || (free[at] ?? 0)] as const),
  )
  return hasFrontServer ? ports : { ...ports, gateway: ports.public }
}

/** Throws a sentence if the port is in use; 0 is always free. */
async function assertPortFree(port: number): Promise<void> {
  if (port === 0) return
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is taken by another program; choose one with --port.`, { cause: error })
    }
    throw error
  } finally {
    server.close()
  }
}
