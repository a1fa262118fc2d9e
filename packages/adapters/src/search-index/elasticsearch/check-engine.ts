import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EngineClient } from './engine-client.ts'
import { diskFull, longer } from './engine-failure.ts'

/** The major version whose wire format the client speaks. */
const majorVersion = 9

/** Resolves if a supported engine has our indices and accepts writes; else throws. */
export async function checkEngine(engine: EngineClient): Promise<void> {
  await checkVersion(engine)
  const index = [engine.records, engine.passages]
  await engine.call('search', async (client) => {
    const settings = await client.indices.getSettings({ index, name: 'index.blocks.*' })
    const isBlocked = Object.values(settings).some(
      ({ settings: own }) => String(own?.index?.blocks?.read_only_allow_delete) === 'true',
    )
    if (isBlocked) throw new EngineUnavailable(diskFull, longer)
    const { status } = await client.cluster.health({ index, timeout: '1s' })
    if (status === 'red')
      throw new EngineUnavailable('Elasticsearch has lost a part of the search index.', longer)
  })
}

/** Throws for an unsupported version. */
export async function checkVersion(engine: EngineClient): Promise<void> {
  const { version } = await engine.call('search', (client) => client.info())
  if (Number.parseInt(version.number, 10) === majorVersion) return
  throw new EngineUnavailable(
    `Elasticsearch has version ${version.number}, and version ${majorVersion} is needed.`,
    longer,
  )
}
