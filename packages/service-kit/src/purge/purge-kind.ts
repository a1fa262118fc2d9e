import { z } from 'zod'

/** The job that purges an organization, as it is enqueued. */
export const purgeKind = { kind: 'purge-organization', payload: z.object({}) }
