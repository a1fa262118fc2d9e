import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSupervisor } from '@portal/deploy/engines/supervise/start-supervisor'
import { callSupervisor, readStatus } from '@portal/deploy/engines/supervise/supervisor-client'
import type { EngineName } from '@portal/testkit/engines'
import { mountSmallDisk, type SmallDisk } from './small-disk.fixture.ts'

/** A drill's own engine, whose data is on a disk that can be filled. */
export interface EngineOnSmallDisk extends AsyncDisposable {
  readonly url: string
  readonly disk: SmallDisk
  /** Readiness as its supervisor sees it; the supervisor restarts it when it exits. */
  isReady(): Promise<boolean>
  /** Starts an engine that its supervisor has given up on; rejects while it cannot run. */
  start(): Promise<void>
}

/** Starts an engine on a disk of this size; disposal stops it and removes the disk. */
export async function startOnSmallDisk(name: EngineName, sizeBytes: number): Promise<EngineOnSmallDisk> {
  await using undone = new AsyncDisposableStack()
  const parent = await mkdtemp(join(tmpdir(), 'portal-small-disk-'))
  undone.defer(() => rm(parent, { recursive: true, force: true }))
  // The engine's user must be able to traverse it.
  await chmod(parent, 0o711)
  const data = join(parent, name)
  await mkdir(data)
  const disk = undone.use(await mountSmallDisk(data, sizeBytes))
  const order = { dataFolder: parent, isTemporary: false }
  const { access, start, stop } = await startSupervisor(order, () => undefined)
  undone.defer(stop)
  await start([name])
  const url = access.urls[name]
  if (url === undefined) throw new Error(`The supervisor has no address for ${name}.`)
  const kept = undone.move()
  return {
    url,
    disk,
    isReady: async () => {
      const engines = await readStatus(access)
      return engines?.find((engine) => engine.name === name)?.state === 'ready'
    },
    start: () => callSupervisor(access, `/${name}/start`),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
