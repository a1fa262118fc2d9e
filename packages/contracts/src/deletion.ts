import { z } from 'zod'
import { event, events } from './events.ts'

/** What one store had of a deleted organization: rows of a table, files, index entries. `remaining` was counted after the removal. */
export const PurgedStore = z.object({
  store: z.string(),
  removed: z.number().int(),
  remaining: z.number().int(),
})
export type PurgedStore = z.infer<typeof PurgedStore>

/**
 * How a service answers a request for deletion. An event of the platform, as the request is: events of the organization have no effect any
 * more. Every service publishes it under its own name.
 */
export function purgeEvents<Source extends string>(source: Source) {
  return events(source, {
    organizationPurged: event('organization.purged', 1, {
      organizationId: z.number().int(),
      stores: z.array(PurgedStore),
    }),
  })
}
