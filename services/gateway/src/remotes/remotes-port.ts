import type { Database } from '@portal/service-kit/database/open-database'
import type { Secrets } from '@portal/service-kit/rotated-secrets'
import { createPreviews, type Previews } from './previews.ts'
import { createRegistry, type Registry } from './registry.ts'
import { openRemoteStore, type RemoteStore, type StoreConfig } from './remote-store.ts'
import { createReports } from './reports.ts'

/** What the routes about remotes work with. */
export interface RemotesPort {
  readonly store: RemoteStore
  readonly registry: Registry
  readonly reports: ReturnType<typeof createReports>
  readonly previews: Previews
  /** Of the links of previews. */
  readonly publicOrigin: string
}

interface RemotesConfig extends StoreConfig {
  readonly secrets: Secrets<Uint8Array>
  readonly publicOrigin: string
}

/** Registry, store, reports and previews of a gateway with this configuration. */
export async function openRemotes(config: RemotesConfig, database: Database): Promise<RemotesPort> {
  const { secrets, publicOrigin } = config
  const store = await openRemoteStore(config, database)
  return {
    ...{ store, publicOrigin },
    registry: createRegistry(database),
    reports: createReports(store, secrets[0]),
    previews: createPreviews(secrets),
  }
}
