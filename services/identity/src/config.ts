import { ServiceEnvironment } from '@portal/service-kit/config'
import { secretTexts } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'

/** The identity service's environment. It takes part in no events and verifies no passports. */
export const IdentityEnvironment = ServiceEnvironment.omit({ GATEWAY_URL: true, EVENTS_URL: true }).extend({
  /** The provider's address in browsers and tokens: the portal's public origin and /oidc. */
  OIDC_ISSUER: z.url(),
  /** Secret of the gateway's client, the same as the gateway's OIDC_CLIENT_SECRET. */
  OIDC_CLIENT_SECRET: secretTexts(32),
  /** The gateway's /api/backchannel-logout, as reached from here, under a host that it accepts. */
  BACKCHANNEL_LOGOUT_URL: z.url(),
  /** Port of the admin API, by which services manage accounts; never given to the gateway. */
  ADMIN_PORT: z.coerce.number().int().min(0).max(65_535),
  ADMIN_SECRET: z.string().min(32),
  /** As `openMailer` takes it; empty disables mail. */
  MAILER_URL: z.string().default(''),
})
