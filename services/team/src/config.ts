import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/** Team's environment. `PORTAL_OPERATORS`: login names of operators, separated by commas; `IDENTITY_ADMIN_URL` chooses the provider's adapter. */
export const TeamEnvironment = ServiceEnvironment.extend({
  IDENTITY_ADMIN_URL: z.string().min(1),
  PORTAL_OPERATORS: z
    .string()
    .default('')
    .transform((names) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
})
