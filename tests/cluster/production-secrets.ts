import { randomBytes } from 'node:crypto'
import { readKeycloakAddress } from '@portal/adapters/identity-admin/keycloak/keycloak-address'
import { proxiedServices } from '@portal/contracts/services'
import type { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'

const secret = () => randomBytes(32).toString('base64')

/** Of one installation, as an operator makes them. */
export const makeKeys = () => ({
  gateway: secret(),
  delegation: secret(),
  invitation: secret(),
  audit: secret(),
  oidcClient: randomBytes(24).toString('hex'),
  identityAdmin: randomBytes(24).toString('hex'),
})
type Keys = ReturnType<typeof makeKeys>

export const parts = ['gateway', ...proxiedServices] as const

/**
 * The Secrets that values-production.yaml names, with the variables of docs/operate.md. Backups go
 * to the bucket `backups`.
 */
export function productionSecrets(
  engines: OpenedEngines,
  keys: Keys,
  backups: string = engines.blobs,
): object[] {
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    gateway: {
      GATEWAY_SECRET: keys.gateway,
      OIDC_CLIENT_SECRET: keys.oidcClient,
      DELEGATION_SECRET: keys.delegation,
    },
    team: { IDENTITY_ADMIN_URL: providerUrl(engines, keys), INVITATION_SECRET: keys.invitation },
    documents: {
      BLOBS_URL: engines.blobs,
      SEARCH_URL: engines.search,
      PARSER_URL: 'local:',
      EMBEDDER_URL: 'onnx:e5-small-v2-int8',
      RANKER_URL: 'embedded:',
    },
    chat: { MODEL_URL: 'extractive:', DELEGATION_SECRET: keys.delegation },
    analytics: { DELEGATION_SECRET: keys.delegation },
    'master-admin': { AUDIT_HEADS_URL: engines.blobs, AUDIT_SECRET: keys.audit },
  }
  const ofParts = parts.map((name) => {
    const urls = engines.databases[name]
    if (!urls) throw new Error(`There is no database of ${name}.`)
    return secretOf(name, {
      DATABASE_OWNER_URL: urls.owner,
      DATABASE_APP_URL: urls.app,
      DATABASE_PLATFORM_URL: urls.platform,
      EVENTS_URL: engines.events,
      ...own[name],
    })
  })
  const backup = {
    BACKUP_DATABASES: JSON.stringify(engines.databases),
    BACKUP_STORE: backups,
    BLOBS_URL: engines.blobs,
    AUDIT_HEADS_URL: engines.blobs,
    EVENTS_URL: engines.events,
    KEYCLOAK_DATABASE_URL: engines.keycloakDatabase,
  }
  const provision = secretOf('provision', provisionVariables(engines, keys))
  return [...ofParts, secretOf('backup', backup), provision]
}

/** With the right to make topics, buckets, indices and realms. */
export function provisionVariables(engines: OpenedEngines, keys: Keys): Readonly<Record<string, string>> {
  return {
    EVENTS_URL: engines.events,
    BLOBS_URL: engines.blobs,
    SEARCH_URL: engines.search,
    IDENTITY_PROVISION_URL: engines.keycloak,
    OIDC_CLIENT_SECRET: keys.oidcClient,
    IDENTITY_ADMIN_SECRET: keys.identityAdmin,
  }
}

function secretOf(name: string, stringData: Readonly<Record<string, string>>): object {
  const metadata = { name: `portal-${name}`, namespace: 'portal' }
  return { apiVersion: 'v1', kind: 'Secret', metadata, stringData }
}

/** Of the account that makes accounts. */
export function providerUrl(engines: OpenedEngines, keys: Keys): string {
  const { host } = readKeycloakAddress(engines.keycloak)
  return `keycloak://portal-identity-admin:${keys.identityAdmin}@${host}/auth/realms/portal`
}

/** The provider as the gateway reaches it. */
export function providerOrigin(engines: OpenedEngines): string {
  return `http://${readKeycloakAddress(engines.keycloak).host}`
}
