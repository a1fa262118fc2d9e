import { expect, it } from 'vitest'
import { publicError } from './coded-error.ts'

it('who waited until the deadline reads that it took too long, not that something is broken', async () => {
  const deadline = AbortSignal.timeout(1)
  await new Promise((resolve) => deadline.addEventListener('abort', resolve))
  expect(publicError(deadline.reason, 'request-1')).toMatchObject({
    status: 504,
    body: { code: 'deadline_exceeded', message: 'The portal took too long to answer. Please try again.' },
  })
})
