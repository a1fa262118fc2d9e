import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EngineDoor } from './engine-door.ts'

/** The major version whose wire format the client speaks. */
const majorVersion = 9
const longer = 60

/** Resolves when the engine answers, is of a version that we speak, has our indices and takes writes; else throws with one sentence. */
export async function checkEngine(door: EngineDoor): Promise<void> {
  await checkVersion(door)
  const { names, engine } = door
  await door.call('search', async (client, options) => {
    const index = [names.records, names.passages]
    const health = await client.cluster.health({ index, level: 'cluster', timeout: '2s' }, options)
    if (health.status === 'red') throw new EngineUnavailable(`${engine} has lost part of the index.`, longer)
    const settings = await client.indices.getSettings({ index, name: 'index.blocks.*' }, options)
    const isBlocked = Object.values(settings).some(
      ({ settings: own }) => String(own?.index?.blocks?.read_only_allow_delete) === 'true',
    )
    if (isBlocked)
      throw new EngineUnavailable(`${engine} is out of disk space and takes no more writes.`, longer)
  })
}

/** Throws when the engine's version is not one that we speak. */
export async function checkVersion(door: EngineDoor): Promise<void> {
  const { version } = await door.call('search', (client, options) => client.info({}, options))
  if (Number.parseInt(version.number, 10) === majorVersion) return
  throw new EngineUnavailable(
    `${door.engine} has version ${version.number}, and version ${majorVersion} is needed.`,
    longer,
  )
}
