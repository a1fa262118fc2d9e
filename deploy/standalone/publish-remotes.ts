import type { BuildResult } from '@portal/build/build-all'
import { publishRemote } from '@portal/gateway-service/remotes/publish-remote'
import { openDatabase } from '@portal/service-kit/database/open-database'
import type { Installation } from './topology.ts'

/** Publishes the remotes that were built; one that did not change stays as it is. */
export async function publishRemotes(
  installation: Installation,
  builds: readonly BuildResult[],
): Promise<void> {
  const database = openDatabase({
    urls: installation.databases.gateway,
    name: 'publish',
    platformConnections: 1,
  })
  try {
    const store = { database, directory: installation.remotesDirectory }
    for (const { kind, name, folder } of builds)
      if (kind === 'remote') await publishRemote(store, name, folder)
  } finally {
    await database.close()
  }
}
