import { z } from 'zod'
import { routeUrl } from './route.ts'

/**
 * Location of a text: the version of a document, the headings above it, its page where the format
 * has pages, and UTF-16 offsets `[start, end)`.
 */
export const PassageLocation = z.object({
  documentId: z.uuid(),
  versionId: z.uuid(),
  version: z.number().int(),
  title: z.string(),
  customId: z.string(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  start: z.number().int(),
  end: z.number().int(),
})
export type PassageLocation = z.infer<typeof PassageLocation>

/** The address of a document's page, opened at a passage: its version and offsets are marked. */
export function passageAddress(
  passage: Pick<PassageLocation, 'documentId' | 'versionId' | 'start' | 'end'>,
): string {
  const { documentId: id, versionId: version, start, end } = passage
  return routeUrl({ path: '/documents/{id}' }, { id }, { version, start, end })
}
