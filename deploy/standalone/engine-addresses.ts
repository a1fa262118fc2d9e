import { portalClientIds } from '@portal/identity-service/provider/portal-clients'

type Environment = Readonly<Record<string, string>>

/** Engine URLs as the services' configuration expects them; their schemes choose the adapters. */
export interface EngineAddresses {
  readonly events: string
  readonly blobs: string
  /** A file store inaccessible to the audit trail's database. */
  readonly auditHeads: string
  readonly parser: string
  readonly embedder: string
  readonly search: string
  readonly model: string
  readonly identity: IdentityAddresses
}

/** URLs of the identity provider. */
export interface IdentityAddresses {
  /** In the format of `openIdentityAdmin`. */
  readonly admin: string
  /** The gateway's settings for the provider. */
  readonly gateway: Environment
  /** Environment of the embedded provider's process, if used. */
  readonly process?: Environment
}

export interface ProviderFacts {
  readonly issuer: string
  readonly internalOrigin: string
  /** Identifies the provider's users: unlike the issuer, it must not change with `--port`. */
  readonly realm: string
  readonly clientSecret: string
}

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
