import { listRemoteVersions, publishRemote } from '@portal/gateway-service/remotes/publish-remote'
import { readRemoteBuild } from '@portal/gateway-service/remotes/remote-build'
import { migrations } from '@portal/gateway-service/service'
import { migrate } from '@portal/service-kit/database/migrate'
import { openDatabase } from '@portal/service-kit/database/open-database'
import type { BuiltFrontEnd } from './build-front-ends.ts'
import type { Installation } from './topology.ts'

/**
 * Publishes new builds only, so manual rollbacks stay. Runs before the gateway, so it migrates the
 * gateway's database.
 */
export async function publishRemotes(
  installation: Installation,
  builds: readonly BuiltFrontEnd[],
): Promise<void> {
  await migrate(installation.databases.gateway, migrations)
  const database = openDatabase({
    urls: installation.databases.gateway,
    name: 'publish',
    platformConnections: 1,
  })
  try {
    const store = { database, directory: installation.remotesDirectory }
    const known = new Set((await listRemoteVersions(store)).map(({ name, version }) => `${name} ${version}`))
    for (const { name, folder } of builds.filter(({ kind }) => kind === 'remote')) {
      const { entry } = await readRemoteBuild(name, folder)
      if (!known.has(`${name} ${entry.version}`)) await publishRemote(store, name, folder)
    }
  } finally {
    await database.close()
  }
}
