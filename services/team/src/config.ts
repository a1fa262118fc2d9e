import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

const loginNames = z.string().transform((names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
)

/**
 * Team's environment. Lists of login names are separated by commas: `PORTAL_OPERATORS`, and `PORTAL_PROTECTED_ACCOUNTS`, which no route
 * removes and which hold the built-in operator alone unless told.
 */
export const TeamEnvironment = ServiceEnvironment.extend({
  PORTAL_OPERATORS: loginNames.prefault(''),
  PORTAL_PROTECTED_ACCOUNTS: loginNames.prefault('operator'),
  IDENTITY_ADMIN_URL: z.string().min(1),
})
