import { LoginNames, ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/**
 * Team's environment. Lists of login names are separated by commas: `PORTAL_OPERATORS`, and `PORTAL_PROTECTED_ACCOUNTS`, which no route
 * removes and which hold the built-in operator alone unless told. `MAILER_URL` chooses the mailer; empty, there is none. `INVITATION_SECRET`
 * signs the links of invitations, which begin with `PUBLIC_ORIGIN`. An operator's login name that is an address, which anybody may register
 * with, counts once it is verified; other login names are given by administrators alone.
 */
export const TeamEnvironment = ServiceEnvironment.extend({
  PORTAL_OPERATORS: LoginNames.prefault(''),
  PORTAL_PROTECTED_ACCOUNTS: LoginNames.prefault('operator'),
  IDENTITY_ADMIN_URL: z.string().min(1),
  MAILER_URL: z.string().default(''),
  INVITATION_SECRET: z.string().min(32),
  PUBLIC_ORIGIN: z.url(),
})
