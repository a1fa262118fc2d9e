import { z } from 'zod'
import { CalendarDay } from './calendar-day.ts'
import { Review } from './reviews.ts'
import { route } from './route.ts'
import { VersionPath, VersionStatus } from './versions.ts'

/**
 * What makes a version evidence: which file it is (`contentHash`, SHA-256 in hexadecimal), who
 * approved it when, from when it applied, and whether it still does. `approvals` are those of its
 * last round, empty where no rule asked for any; `review` is its document's. `isRevisionPending`:
 * another version of the document awaits approval.
 */
export const VersionFacts = z.object({
  documentId: z.uuid(),
  versionId: z.uuid(),
  version: z.number().int(),
  title: z.string(),
  customId: z.string(),
  fileName: z.string(),
  contentHash: z.string(),
  status: VersionStatus,
  isCurrent: z.boolean(),
  /** Whether its document is in force (decision 22). */
  isActive: z.boolean(),
  approvedAt: z.iso.datetime().nullable(),
  approvals: z.array(z.object({ personId: z.string(), decidedAt: z.iso.datetime() })),
  effectiveOn: CalendarDay.nullable(),
  supersededAt: z.iso.datetime().nullable(),
  review: Review,
  isRevisionPending: z.boolean(),
})
export type VersionFacts = z.infer<typeof VersionFacts>

/** The route for the facts of a version, served by documents. */
export const versionFactsApi = {
  readVersionFacts: route('GET', '/api/documents/{id}/versions/{versionId}/facts', {
    can: 'version:read',
    summary: 'Who approved a version, from when it applied, and whether it still does',
    params: VersionPath,
    returns: VersionFacts,
  }),
} as const
