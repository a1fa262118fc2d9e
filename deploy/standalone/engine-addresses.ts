import { portalClientIds } from '@portal/identity-service/provider/portal-clients'

type Environment = Readonly<Record<string, string>>

/** Where the engines of an installation are: in the form that the services' configuration takes, which chooses the adapters by it. */
export interface EngineAddresses {
  readonly events: string
  readonly blobs: string
  /** A file store that the audit trail's database has no part in. */
  readonly auditHeads: string
  readonly parser: string
  readonly embedder: string
  readonly search: string
  readonly model: string
  readonly identity: IdentityAddresses
}

/** Where people are known. */
export interface IdentityAddresses {
  /** Where accounts are managed, in the form that `openIdentityAdmin` takes. */
  readonly admin: string
  /** What the gateway is told about the provider. */
  readonly gateway: Environment
  /** Environment of the provider's process, when it is one of the portal's. */
  readonly process?: Environment
}

/** What a provider's address at the gateway is made of. */
export interface ProviderFacts {
  readonly issuer: string
  readonly internalOrigin: string
  /** Names the people of this provider; the issuer's port follows `--port`, who people are must not. */
  readonly realm: string
  readonly clientSecret: string
}

/** The gateway's settings for a provider. */
export function providerSettings({
  issuer,
  internalOrigin,
  realm,
  clientSecret,
}: ProviderFacts): Environment {
  return {
    OIDC_ISSUER: issuer,
    OIDC_REALM: realm,
    OIDC_INTERNAL_ORIGIN: internalOrigin,
    OIDC_CLIENT_ID: portalClientIds.gateway,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_SHELL_CLIENT_ID: portalClientIds.web,
  }
}
