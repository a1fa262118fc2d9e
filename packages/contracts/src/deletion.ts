import { z } from 'zod'
import { event, events } from './events.ts'

/**
 * What one store held of a deleted organization: rows of a table, files or index entries.
 * `remaining` is counted after the removal.
 */
export const PurgedStore = z.object({
  store: z.string(),
  removed: z.number().int(),
  remaining: z.number().int(),
})
export type PurgedStore = z.infer<typeof PurgedStore>

/**
 * How a service reports that it purged an organization. A platform event, because the
 * organization's own events no longer have any effect; every service publishes it under its own
 * name.
 */
export function purgeEvents<Source extends string>(source: Source) {
  return events(source, {
    organizationPurged: event('organization.purged', 1, {
      organizationId: z.number().int(),
      stores: z.array(PurgedStore),
    }),
  })
}
