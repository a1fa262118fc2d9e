import { z } from 'zod'

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
