import { threadId, workerData } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { createLogger } from '../logger.ts'
import { job } from './job.ts'
import { workInThread } from './work-in-thread.ts'

const Payload = z.object({ dies: z.boolean() })

/** Notes the thread that it runs in; asked to, it takes that thread with it the first time. */
const noteThread = job<typeof Payload, object>('note-thread', {
  payload: Payload,
  maxAttempts: 5,
  // Only a lease that runs out brings back what a dead thread was at.
  leaseMs: 1000,
  concurrency: 1,
  run: async ({ organizationId, payload, attempt, tx }) => {
    if (payload.dies && attempt === 1) process.exit(3)
    await tx(async (db) => {
      await db.execute(
        sql`insert into notes values (${organizationId}, gen_random_uuid(), ${`thread ${threadId}`})`,
      )
    })
  },
})

workInThread({
  service: 'test',
  jobs: [noteThread],
  urls: workerData,
  ports: {},
  log: createLogger({ service: 'test', level: 'silent' }),
})
