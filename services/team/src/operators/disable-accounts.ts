import { job } from '@portal/service-kit/jobs/job'
import { UnknownAccount } from '@portal/service-kit/ports/identity-admin'
import { z } from 'zod'
import type { TeamPorts } from '../ports.ts'

/** Disables accounts at the provider; team itself admits no disabled person. */
export const disableAccounts = job<z.ZodObject<{ subjects: z.ZodArray<z.ZodString> }>, TeamPorts>(
  'disable-accounts',
  {
    payload: z.object({ subjects: z.array(z.string()) }),
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
  },
)
