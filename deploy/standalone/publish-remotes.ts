import { listRemoteVersions, publishRemote } from '@portal/gateway-service/remotes/publish-remote'
import { readRemoteBuild } from '@portal/gateway-service/remotes/remote-build'
import { migrations } from '@portal/gateway-service/service'
import { migrate } from '@portal/service-kit/database/migrate'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import type { BuiltFrontEnd } from './build-front-ends.ts'

/** The gateway's database, and the folder from which it serves remotes. */
interface RemotesTarget {
  readonly urls: DatabaseUrls
  readonly directory: string
}

/**
 * Publishes new builds only, so manual rollbacks stay. Runs before the gateway, so it migrates the
 * gateway's database.
 */
export async function publishRemotes(
  { urls, directory }: RemotesTarget,
  builds: readonly Pick<BuiltFrontEnd, 'kind' | 'name' | 'folder'>[],
): Promise<void> {
  await migrate(urls, migrations)
  const database = openDatabase({ urls, name: 'publish', platformConnections: 1 })
  try {
    const store = { database, directory }
    const known = new Set((await listRemoteVersions(store)).map(({ name, version }) => `${name} ${version}`))
    for (const { name, folder } of builds.filter(({ kind }) => kind === 'remote')) {
      const { entry } = await readRemoteBuild(name, folder)
      if (!known.has(`${name} ${entry.version}`)) await publishRemote(store, name, folder)
    }
  } finally {
    await database.close()
  }
}
