import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { endProcess, findProcess } from '../processes/running-process.ts'
import { supervise } from '../processes/supervise.ts'
import {
  type ClusterFolder,
  clusterAccount,
  findClusterFolder,
  makeClusterFolder,
  readOrMakePassword,
} from './cluster-folder.ts'
import { createCluster } from './create-cluster.ts'
import { EmbeddedPostgresError, explainFailedStart } from './embedded-postgres-error.ts'
import { findFreePort } from './free-port.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { postmasterEnd, readPostmaster, settlePredecessor } from './postmaster.ts'
import { type SupervisorOrder, SupervisorReport } from './supervisor-order.ts'

/** Settings of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /**
   * Created if missing. If root starts it below a home that others cannot enter, the data goes
   * under /var/lib instead, and `log` says where.
   */
  readonly dataFolder: string
  /** Loopback port, by default a free one. */
  readonly port?: number
  /** For tests: no fsync, and deleted once Postgres stops or its parent dies. */
  readonly isTemporary?: boolean
  /** How many at most, where several replicas of each service connect; by default 300. */
  readonly connections?: number
  /** Receives sentences for the user. */
  readonly log: (line: string) => void
}

/**
 * A running Postgres. After a crash, its own or its supervisor's, it is restarted on the same port;
 * it never outlives its parent.
 */
export interface EmbeddedPostgres {
  /** The superuser's connection URL, password included. */
  readonly adminUrl: string
  readonly port: number
  /** Rejects once it has crashed so often in a row that it is not started again. */
  readonly broken: Promise<never>
  /** Cuts all sessions, flushes, and resolves once every process has exited. */
  stop(): Promise<void>
}

const triesForAFreePort = 3
const supervisor = fileURLToPath(new URL('./supervisor.ts', import.meta.url))

type ClusterOrder = SupervisorOrder & ClusterFolder

/**
 * Starts Postgres 18 on loopback with scram passwords and fsync, under a supervisor that stops it
 * when this process dies, kill -9 included. First stops what an earlier start left running. Throws
 * {@link EmbeddedPostgresError} in one sentence.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries()
  const folder = await prepareFolder(options)
  await settlePredecessor(folder, options.log)
  const password = await readOrMakePassword(folder)
  const isTemporary = options.isTemporary ?? false
  const account = await clusterAccount(folder)
  await createCluster({ binaries, folder, account, password, isTemporary })
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort())
    try {
      const { connections } = options
      const order = { ...folder, uid: account.uid, binaries, port, isTemporary, connections }
      const supervision = await startSupervisor(order, options.log)
      const stop = async () => {
        await supervision.stop()
        // Only a killed supervisor leaves a postmaster behind.
        const left = await readPostmaster(folder.cluster)
        if (left) await endProcess(left.pid, postmasterEnd)
      }
      return { adminUrl: adminUrl(password, port), port, broken: supervision.broken, stop }
    } catch (error) {
      const isTaken = error instanceof EmbeddedPostgresError && error.isPortTaken
      if (!isTaken || options.port !== undefined || attempt === triesForAFreePort) throw error
    }
  }
}

/**
 * The superuser's URL of the Postgres currently running on this data folder, for operators'
 * commands. Throws {@link EmbeddedPostgresError} if none is.
 */
export async function findEmbeddedPostgres(dataFolder: string): Promise<string> {
  const folder = await findClusterFolder(dataFolder)
  const postmaster = await readPostmaster(folder.cluster)
  if (!postmaster?.isReady || !(await findProcess(postmaster.pid))) {
    throw new EmbeddedPostgresError(`No portal is running on the data folder ${dataFolder}.`)
  }
  return adminUrl(await readOrMakePassword(folder), postmaster.port)
}

/**
 * Stops what still runs on a data folder and deletes its databases. Throws if a live portal uses
 * them.
 */
export async function removeEmbeddedPostgres(dataFolder: string, log: (line: string) => void): Promise<void> {
  const folder = await findClusterFolder(dataFolder)
  await settlePredecessor(folder, log)
  await rm(folder.root, { recursive: true, force: true })
  await rm(dataFolder, { recursive: true, force: true })
}

function adminUrl(password: string, port: number): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

async function prepareFolder(options: EmbeddedPostgresOptions): Promise<ClusterFolder> {
  const folder = await findClusterFolder(options.dataFolder)
  if (folder.isElsewhere) {
    options.log(
      `Databases are kept in ${folder.root}, because Postgres does not run as root and its user cannot enter ${options.dataFolder}`,
    )
  }
  await makeClusterFolder(folder).catch((error: unknown) => {
    throw explainFailedStart({ output: String(error), folder: folder.root, port: 0 })
  })
  return folder
}

/**
 * Resolves once Postgres accepts connections. A supervisor that ends is replaced, and what it left
 * behind stopped before.
 */
async function startSupervisor(order: ClusterOrder, log: (line: string) => void) {
  let failure = new EmbeddedPostgresError('The supervisor of Postgres ended unexpectedly.')
  let child: ChildProcess | undefined
  let isReady = false
  const onMessage = (message: unknown) => {
    const report = SupervisorReport.parse(message)
    isReady = report.kind === 'ready'
    if (report.kind === 'ready') return
    const { message: before } = failure
    failure = explainFailedStart({ port: order.port, folder: order.root, output: report.output })
    if (report.kind === 'restarting' && failure.message !== before)
      log(`Postgres ended and is started again: ${failure.message}`)
  }
  const supervision = supervise({
    launch: async () => {
      await settlePredecessor(order, log)
      isReady = false
      child = fork(supervisor, [JSON.stringify(order)], {
        // Its own process group: Ctrl-C must not end what others still use.
        detached: true,
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }).on('message', onMessage)
      return child
    },
    probe: { isReady: async () => isReady, everyMs: 15 },
    endSteps: [{ signal: 'SIGTERM', waitMs: 30_000 }],
    settledAfterMs: 30_000,
    firstFailuresMax: 1,
    failuresMax: 20,
    pauseMs: 50,
    onReady: () => {
      child?.unref()
      child?.channel?.unref()
    },
    onEnd: ({ reason, isRestarted }) => {
      if (isRestarted) log(`The supervisor of Postgres ended (${reason}) and is replaced.`)
    },
  })
  // A report of failure alone is not enough: until the exit the folder counts as in use.
  if (!(await supervision.untilReady())) throw failure
  const broken = supervision.over.then((end) => {
    if (end) throw failure
    return new Promise<never>(() => undefined)
  })
  broken.catch(() => 'for the start that awaits it')
  const stop = () => {
    child?.ref()
    return supervision.stop()
  }
  return { broken, stop }
}
