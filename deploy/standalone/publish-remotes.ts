import type { KeyObject } from 'node:crypto'
import { promoteRemote, wasPromoted } from '@portal/gateway-service/remotes/promotions'
import { publishRemote } from '@portal/gateway-service/remotes/publish-remote'
import { openRemoteStore, type StoreConfig } from '@portal/gateway-service/remotes/remote-store'
import { signEntry } from '@portal/gateway-service/remotes/signatures'
import { migrations } from '@portal/gateway-service/service'
import { migrate } from '@portal/service-kit/database/migrate'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import type { BuiltFrontEnd } from './build-front-ends.ts'

/** The gateway's database, its settings about remotes, and what signs these builds, if anything. */
export interface RemotesTarget extends StoreConfig {
  readonly urls: DatabaseUrls
  readonly signingKey: KeyObject | null
}

/**
 * Publishes all builds, which restores files that were lost, and shows those to everybody that
 * never were promoted, so rollbacks stay. Runs before the gateway, so it migrates its database.
 */
export async function publishRemotes(
  { urls, signingKey, ...config }: RemotesTarget,
  builds: readonly Pick<BuiltFrontEnd, 'kind' | 'name' | 'folder'>[],
): Promise<void> {
  await migrate(urls, migrations)
  const database = openDatabase({ urls, name: 'publish', platformConnections: 1 })
  try {
    const store = await openRemoteStore(config, database)
    const author = { by: 'start', who: null, why: 'It comes with this installation.' } as const
    for (const { name, folder } of builds.filter(({ kind }) => kind === 'remote')) {
      const sign = signingKey && ((entry: Parameters<typeof signEntry>[0]) => signEntry(entry, signingKey))
      const { version } = await publishRemote(store, { name, folder, author, ...(sign && { sign }) })
      if (await wasPromoted(store, name, version)) continue
      // All parts are of one version: a single one is not rolled back by itself.
      await promoteRemote(store, { name, version, percent: 100, threshold: 100 }, author)
    }
  } finally {
    await database.close()
  }
}
