import { readConfig } from '@portal/service-kit/config'
import { z } from 'zod'
import type { ProvisionTargets } from './provision-engines.ts'

const ProvisionEnvironment = z.object({
  EVENTS_URL: z.string().min(1),
  BLOBS_URL: z.string().min(1),
  SEARCH_URL: z.string().min(1),
  /** `keycloak://client:secret@host:port/auth/realms/master`: an account that may make realms. */
  IDENTITY_PROVISION_URL: z.string().min(1),
  PUBLIC_ORIGIN: z.url(),
  OIDC_CLIENT_SECRET: z.string().min(1),
  IDENTITY_ADMIN_SECRET: z.string().min(1),
  /** Where Keycloak reaches the gateway's `/api/backchannel-logout`. */
  BACKCHANNEL_LOGOUT_URL: z.url(),
  /** The portal's mailer. With a mail server the realm verifies addresses through it. */
  MAILER_URL: z.string().default(''),
})

/** Reads what to provision from environment variables. Throws ConfigError naming every value that is missing or wrong. */
export function readProvisionTargets(
  environment: Readonly<Record<string, string | undefined>>,
): ProvisionTargets {
  const env = readConfig(ProvisionEnvironment, environment)
  return {
    events: env.EVENTS_URL,
    blobs: env.BLOBS_URL,
    search: env.SEARCH_URL,
    identity: {
      url: env.IDENTITY_PROVISION_URL,
      realm: {
        origin: env.PUBLIC_ORIGIN,
        gatewaySecret: env.OIDC_CLIENT_SECRET,
        identityAdminSecret: env.IDENTITY_ADMIN_SECRET,
        backchannelLogoutUrl: env.BACKCHANNEL_LOGOUT_URL,
        mailer: env.MAILER_URL,
      },
    },
  }
}
