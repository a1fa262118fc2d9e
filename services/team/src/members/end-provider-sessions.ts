import { job } from '@portal/service-kit/jobs/job'
import { z } from 'zod'
import type { TeamPorts } from '../ports.ts'

const Subjects = z.object({ subjects: z.array(z.string()) })

/**
 * Ends a person's sessions at the identity provider. If unavailable, it is tried every minute for a
 * day, the longest life of a session there. The portal's own sessions end by `sessionsValidFrom`.
 */
export const endProviderSessions = job<typeof Subjects, TeamPorts>('end-provider-sessions', {
  payload: Subjects,
  maxAttempts: 1500,
  leaseMs: 60_000,
  concurrency: 1,
  run: async ({ payload, ports }) => {
    for (const subject of payload.subjects) await ports.identities.endSessions(subject)
  },
})
