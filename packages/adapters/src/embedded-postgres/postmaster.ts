import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { endProcess, findProcess, sendSignal, waitForEnd } from '../processes/running-process.ts'
import type { ClusterFolder } from './cluster-folder.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** What a supervisor records about itself while it runs. */
export const SupervisorRecord = z.object({ pid: z.number(), parentPid: z.number() })

/**
 * The lines of `postmaster.pid` that matter (Postgres' utils/pidfile.h: 1 = process, 4 = port, 8 =
 * status).
 */
export interface PostmasterRecord {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
}

/** Parses `postmaster.pid`; null if it is missing or being written. */
export async function readPostmaster(cluster: string): Promise<PostmasterRecord | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 1) return null
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/** Fast: cuts sessions and flushes. Then immediate: the next start recovers. */
export const postmasterEnd = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5000 },
] as const

/**
 * Ensures that nothing of an earlier start uses this folder: waits for the supervisor of a dead
 * portal, and stops a postmaster that lost its supervisor. Throws if the folder's portal is alive.
 */
export async function settlePredecessor(folder: ClusterFolder, log: (line: string) => void): Promise<void> {
  const supervisor = await readSupervisor(folder)
  if (supervisor) {
    const found = await findProcess(supervisor.pid)
    if (found?.command.includes(folder.root)) {
      if (found.parent === supervisor.parentPid) {
        throw new EmbeddedPostgresError(
          `The data folder ${folder.root} is in use by another portal (process ${supervisor.parentPid}).`,
        )
      }
      log('Waiting for the Postgres of the previous start to stop')
      if (!(await waitForEnd(supervisor.pid, 20_000))) sendSignal(supervisor.pid, 'SIGKILL')
    }
    await rm(folder.supervisorFile, { force: true })
  }
  await stopOrphan(folder, log)
}

async function stopOrphan(folder: ClusterFolder, log: (line: string) => void): Promise<void> {
  const postmaster = await readPostmaster(folder.cluster)
  if (!postmaster) return
  const found = await findProcess(postmaster.pid)
  if (found?.command.includes(folder.cluster)) {
    log('Stopping a Postgres that the previous start left behind')
    await endProcess(postmaster.pid, postmasterEnd)
  } else {
    // Postgres itself would take a zombie, or another process with this pid, for a live postmaster.
    await rm(join(folder.cluster, 'postmaster.pid'), { force: true })
  }
}

async function readSupervisor(folder: ClusterFolder): Promise<z.infer<typeof SupervisorRecord> | null> {
  const text = await readFile(folder.supervisorFile, 'utf8').catch(() => 'null')
  return SupervisorRecord.nullable().catch(null).parse(parseJson(text))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
