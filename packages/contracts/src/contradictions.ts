import { z } from 'zod'
import { PassageLocation } from './passage-location.ts'
import { route } from './route.ts'

/** Most contradictions of one answer. */
export const contradictionsMax = 200

const ContradictingClause = PassageLocation.extend({ quote: z.string() })

/** Two clauses of different documents that cannot both hold; which one does, people decide. */
export const Contradiction = z.object({
  /** Different values of one thing, opposite duties, or before against after. */
  kind: z.enum(['value', 'duty', 'order']),
  clauses: z.tuple([ContradictingClause, ContradictingClause]),
})
export type Contradiction = z.infer<typeof Contradiction>

/** Contradictions between what is in force, served by documents. */
export const contradictionsApi = {
  listContradictions: route('GET', '/api/documents/contradictions', {
    can: 'contradiction:read',
    summary: 'Clauses of current documents that contradict each other',
    returns: z.object({
      contradictions: z.array(Contradiction),
      /** False: the organization has more text than is compared; the newest documents were. */
      isWhole: z.boolean(),
    }),
    deadlineMs: 60_000,
  }),
} as const
