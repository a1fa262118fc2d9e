import { LoginNames, ServiceEnvironment } from '@portal/service-kit/config'
import { secretTexts } from '@portal/service-kit/rotated-secrets'
import { z } from 'zod'

/**
 * Team's environment. Lists of login names are separated by commas. `PORTAL_PROTECTED_ACCOUNTS`,
 * which no route removes, defaults to the built-in operator. An empty `MAILER_URL` means no mailer.
 * `DIGEST_HOUR` is when daily mails begin to be sent; empty: none are.
 * `INVITATION_SECRET` signs invitation links, which begin with `PUBLIC_ORIGIN`.
 */
export const TeamEnvironment = ServiceEnvironment.extend({
  PORTAL_OPERATORS: LoginNames.prefault(''),
  PORTAL_PROTECTED_ACCOUNTS: LoginNames.prefault('operator'),
  IDENTITY_ADMIN_URL: z.string().min(1),
  MAILER_URL: z.string().default(''),
  DIGEST_HOUR: z
    .union([z.literal('').transform(() => null), z.coerce.number().int().min(0).max(23)])
    .default(7),
  INVITATION_SECRET: secretTexts(32),
  PUBLIC_ORIGIN: z.url(),
})
