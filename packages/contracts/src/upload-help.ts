import { z } from 'zod'
import { route } from './route.ts'
import { DocumentPath } from './versions.ts'

/** A version with the content that was asked about. */
export const SameContent = z.object({
  documentId: z.uuid(),
  customId: z.string(),
  title: z.string(),
  version: z.number().int(),
  isCurrent: z.boolean(),
})
export type SameContent = z.infer<typeof SameContent>

/** What a document may be called and where it may belong, for a person to accept; null: unknown. */
export const ProposedFacts = z.object({
  title: z.string().nullable(),
  departmentId: z.number().int().nullable(),
  ownerId: z.string().nullable(),
})
export type ProposedFacts = z.infer<typeof ProposedFacts>

/** What the main uploader asks before and after an upload (decision 25), served by documents. */
export const uploadHelpApi = {
  findSameContent: route('GET', '/api/documents/same-content', {
    can: 'document:upload',
    summary: 'The documents, of those one may see, that have a version with this content',
    query: z.object({
      /** In hexadecimal. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 hexadecimal digits.'),
    }),
    returns: z.array(SameContent),
  }),
  proposeFacts: route('GET', '/api/documents/{id}/proposal', {
    can: 'document:update',
    summary: 'A title from its own text, and the department and owner of documents like it',
    params: DocumentPath,
    returns: ProposedFacts,
  }),
} as const
