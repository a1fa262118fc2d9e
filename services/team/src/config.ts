import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'

/** Team's environment. `PORTAL_OPERATORS`: login names of operators, separated by commas. */
export const TeamEnvironment = ServiceEnvironment.extend({
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
