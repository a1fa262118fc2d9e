import { readKeycloakAddress } from '@portal/adapters/identity-admin/keycloak/keycloak-address'
import type { EngineName } from '@portal/testkit/engines'
import { identityAdminClientId } from '../keycloak/portal-realm-clients.ts'
import type { ProvisionTargets } from '../provision/provision-engines.ts'
import { type EngineAddresses, providerSettings } from './engine-addresses.ts'
import { type Installation, publicOrigin } from './topology.ts'

/** URLs of running engines, by name. */
export type EngineUrls = Readonly<Record<string, string>>

/** Excludes the local model, whose answers are useless; extractive answers are not. */
export const portalEngines = [
  'kafka',
  's3',
  'elasticsearch',
  'unstructured',
  'keycloak',
] as const satisfies EngineName[]

const realm = 'portal'

/** Throws one sentence if an engine's URL is missing. */
export function realEngines(installation: Installation, urls: EngineUrls): EngineAddresses {
  const { ports, secrets } = installation
  const { server, host } = readKeycloakAddress(urlOf(urls, 'keycloak'))
  const { origin: internalOrigin, pathname } = new URL(server)
  const path = `${pathname}/realms/${realm}`
  const issuer = `${publicOrigin(ports)}${path}`
  return {
    events: urlOf(urls, 'kafka'),
    blobs: urlOf(urls, 's3'),
    auditHeads: urlOf(urls, 's3'),
    parser: urlOf(urls, 'unstructured'),
    embedder: 'onnx:e5-small-v2-int8',
    search: urlOf(urls, 'elasticsearch'),
    model: 'extractive:',
    identity: {
      admin: `keycloak://${identityAdminClientId}:${secrets.identityAdmin}@${host}${path}`,
      gateway: {
        ...providerSettings({ issuer, internalOrigin, realm: 'keycloak', clientSecret: secrets.oidcClient }),
        OIDC_FILES_PATH: `${pathname}/resources`,
        ACCOUNT_URL: `${issuer}/account`,
      },
    },
  }
}

/** What to provision for an installation on these engines. */
export function realTargets({ ports, secrets, mailer }: Installation, urls: EngineUrls): ProvisionTargets {
  const origin = publicOrigin(ports)
  return {
    events: urlOf(urls, 'kafka'),
    blobs: urlOf(urls, 's3'),
    search: urlOf(urls, 'elasticsearch'),
    identity: {
      url: urlOf(urls, 'keycloak'),
      realm: {
        realm,
        origin,
        gatewaySecret: secrets.oidcClient,
        identityAdminSecret: secrets.identityAdmin,
        backchannelLogoutUrl: `${origin}/api/backchannel-logout`,
        mailer,
      },
    },
  }
}

function urlOf(urls: EngineUrls, name: (typeof portalEngines)[number]): string {
  const url = urls[name]
  if (url === undefined) throw new Error(`The address of ${name} is missing.`)
  return url
}
