import {
  type EngineAddresses,
  type Installation,
  loopback,
  providerSettings,
  publicOrigin,
} from './topology.ts'

/** Engines that need only the portal's Postgres and data folder. The provider is our process. */
export function embeddedEngines({
  ports,
  secrets,
  dataFolder,
  databases,
  mailer,
}: Installation): EngineAddresses {
  const issuer = `${publicOrigin(ports)}/oidc`
  const internalOrigin = loopback(ports.identity)
  return {
    events: `log:${databases.events.owner}`,
    blobs: `file:${dataFolder}/files`,
    auditHeads: `file:${dataFolder}/audit-heads`,
    parser: 'local:',
    embedder: 'onnx:e5-small-v2-int8',
    ranker: 'embedded:',
    search: `sqlite:${dataFolder}/search`,
    model: 'extractive:',
    identity: {
      admin: `oidc+http://:${secrets.identityAdmin}@127.0.0.1:${ports.identityAdmin}/`,
      gateway: {
        ...providerSettings({ issuer, internalOrigin, realm: 'embedded', clientSecret: secrets.oidcClient }),
        ACCOUNT_URL: `${issuer}/account`,
      },
      process: {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_SECRET: secrets.oidcClient,
        BACKCHANNEL_LOGOUT_URL: `${publicOrigin(ports)}/api/backchannel-logout`,
        ADMIN_PORT: String(ports.identityAdmin),
        ADMIN_SECRET: secrets.identityAdmin,
        MAILER_URL: mailer,
      },
    },
  }
}
