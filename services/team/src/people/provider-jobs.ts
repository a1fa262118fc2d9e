import { job } from '@portal/service-kit/jobs/job'
import { UnknownAccount } from '@portal/service-kit/ports/identity-admin'
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

/** Disables accounts at the provider; team itself admits no disabled person. */
export const disableAccounts = job<typeof Subjects, TeamPorts>('disable-accounts', {
  payload: Subjects,
  maxAttempts: 20,
  leaseMs: 30_000,
  concurrency: 2,
  run: async ({ payload, ports, log }) => {
    for (const subject of payload.subjects) {
      await ports.identities.disable(subject).catch((error: unknown) => {
        if (!(error instanceof UnknownAccount)) throw error
        log.info('the account to disable is gone')
      })
    }
  },
})
