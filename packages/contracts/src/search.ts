import { z } from 'zod'
import { contradictionsApi } from './contradictions.ts'
import { DepartmentNumber } from './departments.ts'
import { event, events } from './events.ts'
import { PassageLocation } from './passage-location.ts'
import { route } from './route.ts'
import { synonymsApi, synonymsEvents } from './synonyms.ts'

/** Longest text that is searched for, in characters. */
export const searchTextMax = 500
/** Most passages of one answer. */
export const foundPassagesMax = 50

/** A passage that a search found. `score` orders the passages of one search and means no more. */
export const FoundPassage = PassageLocation.extend({ id: z.uuid(), text: z.string(), score: z.number() })
export type FoundPassage = z.infer<typeof FoundPassage>

/** Search inside documents (decision 67), with what it knows and finds; served by documents. */
export const searchApi = {
  ...synonymsApi,
  ...contradictionsApi,
  searchPassages: route('GET', '/api/search', {
    can: 'passage:read',
    summary: 'Passages of current, approved, active versions that the asker may read, best first',
    limit: 'search',
    query: z.object({
      q: z.string().trim().min(1).max(searchTextMax),
      department: DepartmentNumber.optional(),
      limit: z.coerce.number().int().min(1).max(foundPassagesMax).default(20),
    }),
    returns: z.object({ passages: z.array(FoundPassage) }),
  }),
} as const

/** Events of what a search knows. */
export const searchEvents = {
  ...synonymsEvents,
  ...events('documents', {
    /** What is found of a document is of this version from now on. */
    documentIndexed: event('document.indexed', 1, { documentId: z.uuid(), versionId: z.uuid() }),
  }),
} as const
