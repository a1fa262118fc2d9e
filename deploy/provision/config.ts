import { readConfig } from '@portal/service-kit/config'
import { secretTexts } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'
import type { ProvisionTargets } from './provision-engines.ts'

const StoreEnvironment = z.object({
  EVENTS_URL: z.string().min(1),
  BLOBS_URL: z.string().min(1),
  SEARCH_URL: z.string().min(1),
})

const RealmEnvironment = z.object({
  /** `keycloak://client:secret@host:port/auth/realms/master`: an account that may create realms. */
  IDENTITY_PROVISION_URL: z.string().min(1),
  PUBLIC_ORIGIN: z.url(),
  OIDC_CLIENT_SECRET: secretTexts(1),
  IDENTITY_ADMIN_SECRET: z.string().min(1),
  /** The gateway's `/api/backchannel-logout` as Keycloak reaches it. */
  BACKCHANNEL_LOGOUT_URL: z.url(),
  /** The portal's mailer. With a mail server the realm verifies addresses through it. */
  MAILER_URL: z.string().default(''),
})

/**
 * Without IDENTITY_PROVISION_URL the provider is left as it is: it may be another one than
 * Keycloak. Throws ConfigError naming every missing or invalid variable.
 */
export function readProvisionTargets(
  environment: Readonly<Record<string, string | undefined>>,
): ProvisionTargets {
  if (!environment['IDENTITY_PROVISION_URL'])
    return { ...stores(readConfig(StoreEnvironment, environment)), identity: null }
  const env = readConfig(StoreEnvironment.extend(RealmEnvironment.shape), environment)
  return {
    ...stores(env),
    identity: {
      url: env.IDENTITY_PROVISION_URL,
      realm: {
        origin: env.PUBLIC_ORIGIN,
        gatewaySecret: env.OIDC_CLIENT_SECRET[0],
        identityAdminSecret: env.IDENTITY_ADMIN_SECRET,
        backchannelLogoutUrl: env.BACKCHANNEL_LOGOUT_URL,
        mailer: env.MAILER_URL,
      },
    },
  }
}

function stores({
  EVENTS_URL: events,
  BLOBS_URL: blobs,
  SEARCH_URL: search,
}: z.infer<typeof StoreEnvironment>) {
  return { events, blobs, search }
}
