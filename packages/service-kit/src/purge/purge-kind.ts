import { z } from 'zod'

/** The job that purges an organization, for who asks for it. */
export const purgeKind = { kind: 'purge-organization', payload: z.object({}) }
