import { provisionBlobs } from '@portal/adapters/blob-store/open-blob-store'
import { provisionEvents } from '@portal/adapters/event-bus/open-event-bus'
import { provisionKeycloakRealm } from '@portal/adapters/identity-admin/keycloak/provision-keycloak-realm'
import { provisionSearch } from '@portal/adapters/search-index/provision-search'
import { createLogger } from '@portal/service-kit/logger'
import { portalRealm } from '../keycloak/portal-realm.ts'
import type { PortalRealmOptions } from '../keycloak/portal-realm-clients.ts'

/** The engines of an installation, and how its realm differs from others. */
export interface ProvisionTargets {
  readonly events: string
  readonly blobs: string
  readonly search: string
  /** Null where somebody else makes the clients at the provider. */
  readonly identity: {
    /** A service account of Keycloak's realm `master` that may create realms. */
    readonly url: string
    readonly realm: PortalRealmOptions
  } | null
}

/**
 * Creates missing topics, bucket, index and realm; idempotent, so it runs at every start and
 * upgrade. `note` receives what was changed.
 */
export async function provisionEngines(
  targets: ProvisionTargets,
  note: (line: string) => void,
): Promise<void> {
  const log = createLogger({ service: 'provision', level: 'error' })
  const topics = async () => (await provisionEvents(targets.events, log)).map((change) => `Events: ${change}`)
  const bucket = async () => {
    await provisionBlobs(targets.blobs)
    return []
  }
  const index = async () => (await provisionSearch(targets.search)).map((line) => `Search: ${line}`)
  const realm = async () => {
    if (targets.identity === null) return ['Identity: left as it is, without IDENTITY_PROVISION_URL']
    const { url, realm: options } = targets.identity
    const { isNew } = await provisionKeycloakRealm(url, portalRealm(options))
    return isNew ? ['Identity: made the realm'] : []
  }
  for (const line of (await Promise.all([topics(), bucket(), index(), realm()])).flat()) note(line)
}
