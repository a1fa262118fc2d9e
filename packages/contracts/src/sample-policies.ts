import { z } from 'zod'
import { route } from './route.ts'

/**
 * The sample policies of an organization. `offered`: how many there are to add; `titles` are those
 * in its library, and `questions` what they answer.
 */
export const SamplePolicies = z.object({
  offered: z.number().int(),
  titles: z.array(z.string()),
  questions: z.array(z.string()),
})
export type SamplePolicies = z.infer<typeof SamplePolicies>

/** Policies for a first look, added and removed together. */
export const samplePoliciesApi = {
  readSamplePolicies: route('GET', '/api/documents/samples', {
    can: 'sample-policy:read',
    summary: 'Which sample policies are in the library, and what to ask them',
    returns: SamplePolicies,
  }),
  addSamplePolicies: route('POST', '/api/documents/samples', {
    can: 'sample-policy:add',
    summary: 'Add the sample policies that are not in the library; they are read like uploads',
    returns: SamplePolicies,
    // Adding them again adds what is missing.
    isRepeatable: true,
    deadlineMs: 60_000,
  }),
  removeSamplePolicies: route('DELETE', '/api/documents/samples', {
    can: 'sample-policy:remove',
    summary: 'Delete the sample policies, and nothing that people uploaded (kept 30 days)',
    returns: SamplePolicies,
  }),
} as const
