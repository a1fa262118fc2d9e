import { RequestError } from '@portal/contracts/client'
import { retry } from '@portal/service-kit/sleep'

const attemptsMax = 20

/**
 * Repeats a request that a busy machine answers with 503, as its sentence asks people to: what is
 * said is measured here, and not how soon.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const failed = (error: unknown, attempt: number) => {
    const mayPass = error instanceof RequestError && error.status === 503
    if (!mayPass || attempt === attemptsMax) throw error
  }
  const done = await retry(async () => ({ result: await work() }), { firstMs: 500, maxMs: 5_000, failed })
  if (done === null) throw new Error('The request was given up.')
  return done.result
}
