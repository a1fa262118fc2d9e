import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSupervisor } from '@portal/deploy/engines/supervise/start-supervisor'
import { callSupervisor, readStatus } from '@portal/deploy/engines/supervise/supervisor-client'
import type { EngineName } from '@portal/testkit/engines'
import { mountSmallDisk, type SmallDisk } from './small-disk.fixture.ts'

/** An engine of a drill's own, beside the run's, whose data lie on a disk that can be filled. */
export interface EngineOnSmallDisk extends AsyncDisposable {
  readonly url: string
  readonly disk: SmallDisk
  /** Whether it answers, as its supervisor sees it, which starts it again when it ends. */
  isReady(): Promise<boolean>
  /** As people start an engine that its supervisor has given up; rejects while it cannot run. */
  start(): Promise<void>
}

/** Starts an engine on a disk of this size; it is stopped, and the disk is gone, when it is disposed of. */
export async function startOnSmallDisk(name: EngineName, sizeBytes: number): Promise<EngineOnSmallDisk> {
  await using undone = new AsyncDisposableStack()
  const parent = await mkdtemp(join(tmpdir(), 'portal-small-disk-'))
  undone.defer(() => rm(parent, { recursive: true, force: true }))
  // The engine's user passes through.
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
