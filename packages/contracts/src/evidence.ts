import { z } from 'zod'
import { calendarDay } from './calendar-day.ts'
import { event, events } from './events.ts'
import { route } from './route.ts'

/** How long a pack can be downloaded after it was made. */
export const evidencePackMs = 86_400_000

/**
 * What a pack is about: one document, else all of the organization's, and a period of whole days
 * in the organization's time zone, without bounds by default.
 */
export const NewEvidencePack = z
  .object({
    documentId: z.uuid().optional(),
    from: calendarDay('The first day').optional(),
    to: calendarDay('The last day').optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'The last day must not be before the first.',
  })

/**
 * Evidence about documents in a period `[from, to)`, as one ZIP archive. `sizeBytes` is that of the
 * files and texts in it, the archive is a little larger.
 */
export const EvidencePack = z.object({
  id: z.uuid(),
  documentId: z.uuid().nullable(),
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  documents: z.number().int(),
  versions: z.number().int(),
  sizeBytes: z.number().int(),
})
export type EvidencePack = z.infer<typeof EvidencePack>

/** Routes for evidence packs, served by documents. */
export const evidenceApi = {
  createEvidencePack: route('POST', '/api/evidence-packs', {
    can: 'evidence-pack:create',
    summary: 'Prepare the evidence about one document or all of them; downloadable for a day',
    body: NewEvidencePack,
    returns: EvidencePack,
    status: 201,
  }),
  downloadEvidencePack: route('GET', '/api/evidence-packs/{id}/file', {
    can: 'evidence-pack:read',
    summary: 'An evidence pack as a ZIP archive, with a script that verifies it offline',
    params: z.object({ id: z.uuid() }),
    streams: ['application/zip'],
    passes: ['master-admin'],
    // It waits until the audit trail contains the making of the pack.
    deadlineMs: 60_000,
  }),
} as const

/** Events of evidence packs; their subject is the document, else the organization. */
export const evidenceEvents = events('documents', {
  evidencePackCreated: event('evidence-pack.created', 1, {
    packId: z.uuid(),
    documentId: z.uuid().nullable(),
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime(),
  }),
})
